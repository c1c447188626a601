-- Consent of an applicant (45 CFR 155.220(j), A-104): asked for by a link, signed on a public page, kept ten years.
create table consent_requests (
  id bigint generated always as identity primary key,
  application_id bigint not null references internal_applications on delete cascade,
  -- SHA-256 of the id in the link, which stands nowhere.
  token_hash bytea not null constraint consent_requests_token_once unique,
  channel text not null constraint consent_requests_channel check (channel in ('email', 'sms')),
  sent_to text not null,
  language text not null constraint consent_requests_language check (language in ('en', 'es')),
  -- What the text names, as it was when consent was asked for.
  agency text not null,
  agency_phone text not null,
  agency_email text not null,
  applicant text not null,
  agent_id bigint references agents,
  agent_name text,
  agent_npn text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users,
  expires_at timestamptz not null,
  -- A newer request took its place.
  replaced_at timestamptz
);
create index consent_requests_application on consent_requests (application_id, id);

create table consents (
  id bigint generated always as identity primary key,
  request_id bigint not null constraint consents_one_a_request unique references consent_requests,
  application_id bigint not null references internal_applications,
  signed_at timestamptz not null default clock_timestamp(),
  signed_name text not null,
  -- From where, and with what.
  address text not null,
  user_agent text not null,
  language text not null,
  -- The text as it was shown, its version, and its SHA-256.
  text_version text not null,
  text_signed text not null,
  text_sha256 bytea not null constraint consents_hash_of_text check (text_sha256 = sha256(convert_to(text_signed, 'UTF8'))),
  -- The first day on which it does not hold any more.
  ends_on date not null
);
create index consents_application on consents (application_id, id);
create index consents_signed on consents (signed_at);

-- Evidence: added and read, never changed, and not destroyed before ten years are over, whoever asks.
create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.signed_at <= now() - interval '10 years' then
      return old;
    end if;
  end if;
  raise exception 'A consent is kept as it was signed for ten years: % is refused', tg_op
    using errcode = 'insufficient_privilege';
end $$;
create trigger consents_kept before update or delete on consents for each row execute function refuse_consent_change();
create trigger consents_not_emptied before truncate on consents for each statement execute function refuse_consent_change();

-- As with the audit record: whichever role the application has, all but the owner lose what it never needs.
do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'consents'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, truncate, references, trigger on consents from %s', granted.role);
  end loop;
end $$;
