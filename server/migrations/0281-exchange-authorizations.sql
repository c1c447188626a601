-- The client's authorization of the agent at the exchange, by plan year and one-time code (decision 254). Where an administrator
-- set what holds in a state, the newest row counts; without one the default of the domain does.
create table authorization_rules (
  id bigint generated always as identity primary key,
  state text not null constraint authorization_rules_state check (state ~ '^[A-Z]{2}$'),
  -- Null: not asked.
  asked_from date,
  asked_until date,
  reason text not null constraint authorization_rules_reason check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint not null references users,
  constraint authorization_rules_period check (asked_until is null or asked_until >= asked_from)
);
create index authorization_rules_newest on authorization_rules (state, id desc);

-- A code or link that the exchange sent to the client, as it answered.
create table authorization_requests (
  id bigint generated always as identity primary key,
  -- Names it at the exchange.
  uuid uuid not null constraint authorization_requests_uuid unique,
  application_id bigint references internal_applications on delete cascade,
  marketplace_application_id bigint references marketplace_applications,
  plan_year int not null,
  applicant text not null,
  agent_id bigint not null references agents,
  agent_name text not null,
  agent_npn text not null,
  agency text not null,
  channel text not null constraint authorization_requests_channel check (channel in ('email', 'sms')),
  language text not null constraint authorization_requests_language check (language in ('en', 'es')),
  -- The client's contact data, and how the exchange shows it.
  contact text not null,
  sent_to text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint not null references users,
  constraint authorization_requests_of_one_application check (num_nonnulls(application_id, marketplace_application_id) = 1)
);
create index authorization_requests_application on authorization_requests (application_id, id)
  where application_id is not null;
create index authorization_requests_marketplace on authorization_requests (marketplace_application_id, id)
  where marketplace_application_id is not null;

create table exchange_authorizations (
  request_id bigint primary key references authorization_requests on delete cascade,
  -- By the code that an agent entered, or the link that the client opened; as the exchange says.
  method text not null constraint exchange_authorizations_method check (method in ('code', 'link')),
  authorized_at timestamptz not null,
  valid_until date not null,
  -- Who gave the code to the exchange, or asked it.
  recorded_at timestamptz not null default clock_timestamp(),
  recorded_by bigint not null references users,
  address text not null,
  user_agent text not null
);

-- Evidence like the consent: added and read, never changed, and kept ten years.
create function refuse_authorization_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.authorized_at <= now() - interval '10 years' then
      return old;
    end if;
  end if;
  raise exception 'An authorization is kept as it was given for ten years: % is refused', tg_op
    using errcode = 'insufficient_privilege';
end $$;
create trigger exchange_authorizations_kept before update or delete on exchange_authorizations
  for each row execute function refuse_authorization_change();
create trigger exchange_authorizations_not_emptied before truncate on exchange_authorizations
  for each statement execute function refuse_authorization_change();

do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'exchange_authorizations'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, truncate, references, trigger on exchange_authorizations from %s', granted.role);
  end loop;
end $$;

-- What the built-in exchange sent, and what came back. Codes and links only as hashes.
create table sandbox_exchange_authorizations (
  request_id uuid primary key,
  contact text not null,
  npn text not null,
  agent text not null,
  plan_year int not null,
  language text not null,
  code_hash bytea not null,
  link_hash bytea not null constraint sandbox_exchange_authorizations_link unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_codes int not null default 0,
  method text,
  authorized_at timestamptz
);
create index sandbox_exchange_authorizations_contact on sandbox_exchange_authorizations (contact, sent_at);
