-- Applications of the wizard at /ede/app/ (decision 166): the answers of a household before and after they are submitted
-- to the exchange. Each belongs to an internal application, which decides who sees it and whose consent counts.
create table ede_applications (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() constraint ede_applications_uuid_once unique,
  application_id bigint not null constraint ede_applications_one_each unique references internal_applications on delete cascade,
  -- The client who fills it in; null when an agent does.
  client_id bigint references users,
  plan_year int not null,
  step text not null default 'consent',
  -- As typed, which may be incomplete; without Social Security numbers.
  answers jsonb not null,
  version int not null default 1,
  created_by bigint references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Set while the exchange has not confirmed a submission: it may have received it under this id.
  submission_id uuid,
  submitted_at timestamptz
);
create index ede_applications_updated on ede_applications (updated_at, id);
create index ede_applications_client on ede_applications (client_id) where client_id is not null;

-- Social Security numbers of the people in the answers, by their key there.
create table ede_people (
  id bigint generated always as identity primary key,
  ede_application_id bigint not null references ede_applications on delete cascade,
  person_key text not null,
  ssn_sealed bytea,
  ssn_search bytea,
  ssn_last4 text,
  constraint ede_people_once unique (ede_application_id, person_key)
);

-- The client's review of exactly what is submitted (45 CFR 155.220(j)(2)(ii)): asked for by a link, of one version.
create table review_requests (
  id bigint generated always as identity primary key,
  ede_application_id bigint not null references ede_applications on delete cascade,
  version int not null,
  -- SHA-256 of the id in the link, which is stored nowhere.
  token_hash bytea not null constraint review_requests_token_once unique,
  -- 'account': opened by the client in the own account, without a message.
  channel text not null constraint review_requests_channel check (channel in ('email', 'sms', 'account')),
  sent_to text not null,
  language text not null constraint review_requests_language check (language in ('en', 'es')),
  agency text not null,
  agent_id bigint references agents,
  agent_name text,
  agent_npn text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users,
  expires_at timestamptz not null,
  replaced_at timestamptz
);
create index review_requests_application on review_requests (ede_application_id, id);

create table application_reviews (
  id bigint generated always as identity primary key,
  request_id bigint not null constraint application_reviews_one_a_request unique references review_requests on delete cascade,
  signed_at timestamptz not null default clock_timestamp(),
  signed_name text not null,
  address text not null,
  user_agent text not null,
  language text not null,
  -- The application and its attestations as they were shown, and their SHA-256.
  text_version text not null,
  text_signed text not null,
  text_sha256 bytea not null
    constraint application_reviews_hash_of_text check (text_sha256 = sha256(convert_to(text_signed, 'UTF8')))
);

-- Evidence like the consent: never changed, and not destroyed before ten years are over.
create function refuse_review_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.signed_at <= now() - interval '10 years' then
      return old;
    end if;
  end if;
  raise exception 'A review is stored as it was signed for ten years: % is refused', tg_op
    using errcode = 'insufficient_privilege';
end $$;
create trigger application_reviews_kept before update or delete on application_reviews
  for each row execute function refuse_review_change();
create trigger application_reviews_not_emptied before truncate on application_reviews
  for each statement execute function refuse_review_change();

do $$
declare
  granted record;
begin
  for granted in
    select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'application_reviews'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, truncate, references, trigger on application_reviews from %s', granted.role);
  end loop;
end $$;

-- A client who applies alone signs the consent in the own account.
alter table consent_requests drop constraint consent_requests_channel;
alter table consent_requests add constraint consent_requests_channel check (channel in ('email', 'sms', 'account'));

-- What the sandbox exchange answered to an application: the same id again is answered the same.
create table sandbox_exchange_submissions (
  submission_id uuid primary key,
  answer jsonb not null,
  answered_at timestamptz not null default now()
);
