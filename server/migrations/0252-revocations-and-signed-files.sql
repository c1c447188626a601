-- A revocation by the answer STOP to a text, with what was written; one that an agent notes has the day on which the client
-- said it (decision 250).
alter table consent_revocations drop constraint consent_revocations_way;
alter table consent_revocations add constraint consent_revocations_way check (way in ('link', 'noted', 'text'));
alter table consent_revocations drop constraint consent_revocations_noted;
alter table consent_revocations add constraint consent_revocations_noted
  check ((way = 'noted') = (noted_by is not null) and (way = 'link') = (note = ''));
alter table consent_revocations add column said_on date;
-- Consents that were requested by text, by number.
create index consent_requests_texted on consent_requests (sent_to) where channel = 'sms';

-- A signed page or a recording, sealed.
create table signed_files (
  id uuid primary key,
  consent_id bigint not null references consents on delete cascade,
  name text not null,
  mime text not null,
  bytes int not null,
  sha256 bytea not null,
  content_sealed bytea not null,
  added_by bigint not null references users,
  created_at timestamptz not null default clock_timestamp()
);
create index signed_files_consent on signed_files (consent_id);

-- Evidence like the consent; only the seal may be renewed.
create function refuse_signed_file_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from consents where id = old.consent_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.consent_id, new.name, new.mime, new.bytes, new.sha256, new.added_by, new.created_at)
    is not distinct from (old.id, old.consent_id, old.name, old.mime, old.bytes, old.sha256, old.added_by, old.created_at) then
    return new;
  end if;
  raise exception 'A signed file is stored as it was added: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger signed_files_kept before update or delete on signed_files
  for each row execute function refuse_signed_file_change();
create trigger signed_files_not_emptied before truncate on signed_files
  for each statement execute function refuse_signed_file_change();
