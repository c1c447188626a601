-- Consent of the client of a marketplace application, and its revocation (45 CFR 155.220(j)(2)(iii), decision 165).
-- A request and its consent belong to an internal application or to one at the exchange.
alter table consent_requests alter column application_id drop not null;
alter table consent_requests add column marketplace_application_id bigint references marketplace_applications;
alter table consent_requests add constraint consent_requests_of_one_application
  check (num_nonnulls(application_id, marketplace_application_id) = 1);
create index consent_requests_marketplace on consent_requests (marketplace_application_id, id)
  where marketplace_application_id is not null;

alter table consents alter column application_id drop not null;
alter table consents add column marketplace_application_id bigint references marketplace_applications;
alter table consents add constraint consents_of_one_application
  check (num_nonnulls(application_id, marketplace_application_id) = 1);
create index consents_marketplace on consents (marketplace_application_id) where marketplace_application_id is not null;

-- Finds the consent given before the application was submitted.
create index internal_applications_exchange_id on internal_applications (marketplace_id) where marketplace_id is not null;

create table consent_revocations (
  consent_id bigint primary key references consents on delete cascade,
  revoked_at timestamptz not null default clock_timestamp(),
  -- The client by the link, or an agent who was told by the client and notes what was said.
  way text not null constraint consent_revocations_way check (way in ('link', 'noted')),
  noted_by bigint references users,
  note text not null default '' constraint consent_revocations_note check (length(note) <= 500),
  address text not null,
  user_agent text not null,
  constraint consent_revocations_noted check ((way = 'noted') = (noted_by is not null and note <> ''))
);

-- Evidence like the consent: never changed, and destroyed only with it.
create function refuse_revocation_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from consents where id = old.consent_id) then
    return old;
  end if;
  raise exception 'A revocation is stored as it was made: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger consent_revocations_kept before update or delete on consent_revocations
  for each row execute function refuse_revocation_change();
create trigger consent_revocations_not_emptied before truncate on consent_revocations
  for each statement execute function refuse_revocation_change();

do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'consent_revocations'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, truncate, references, trigger on consent_revocations from %s', granted.role);
  end loop;
end $$;
