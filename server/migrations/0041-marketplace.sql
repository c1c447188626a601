-- Applications on the exchange, as it last stated them. Kept twice: what came (raw) and what was understood of it (document);
-- what lists and filters ask for stands beside it in columns.
create table marketplace_applications (
  id bigint generated always as identity primary key,
  exchange_assigned_id text not null constraint marketplace_applications_once unique,
  -- When the exchange said so, and the agency's day of it.
  snapshot_at timestamptz not null,
  snapshot_day date not null generated always as ((snapshot_at at time zone 'America/New_York')::date) stored,
  user_first_name text not null default '',
  user_last_name text not null default '',
  -- Ten digits.
  user_phone text,
  user_email text,
  user_address text,
  user_city text,
  user_county text,
  user_state text,
  user_zip_code text,
  plan_name text,
  -- Ours where it is one; the exchange's own name of it otherwise. The same of both agents.
  carrier_id bigint references carriers,
  carrier_name text,
  agent_id bigint references agents,
  agent_npn text,
  agent_name text,
  sale_agent_id bigint references agents,
  sale_agent_name text,
  aptc_elected numeric(12, 2),
  -- As it came, but for social security numbers. It may be broken; then document holds what was known before.
  raw text,
  document jsonb not null default '{}',
  -- Both follow from the document: at least one applicant is eligible; where the newest policy begins.
  eligible boolean not null default false,
  policy_effective date,
  -- What 'enrollment date' means (A-085).
  enrollment_day date not null generated always as (
    coalesce(policy_effective, (snapshot_at at time zone 'America/New_York')::date)) stored,
  version int not null default 1,
  first_batch_id bigint references import_batches,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_name text collate "C" not null generated always as (plain_text(user_first_name || ' ' || user_last_name)) stored,
  sort_name text collate "C" not null generated always as (plain_text(user_last_name || ' ' || user_first_name)) stored,
  search_plan text collate "C" not null generated always as (plain_text(coalesce(plan_name, ''))) stored
);
-- Each order of the list, and each filter of it; an application is seen by both of its agents.
create index marketplace_applications_enrollment on marketplace_applications (enrollment_day, id);
create index marketplace_applications_snapshot on marketplace_applications (snapshot_at, id);
create index marketplace_applications_name on marketplace_applications (sort_name, id);
create index marketplace_applications_agent on marketplace_applications (agent_id, id);
create index marketplace_applications_sale_agent on marketplace_applications (sale_agent_id, id);
create index marketplace_applications_of_agent on marketplace_applications ((coalesce(agent_id, 0)), enrollment_day, id);
create index marketplace_applications_of_seller on marketplace_applications ((coalesce(sale_agent_id, 0)), enrollment_day, id);
create index marketplace_applications_of_carrier on marketplace_applications ((coalesce(carrier_id, 0)), enrollment_day, id);
create index marketplace_applications_name_contains on marketplace_applications using gin (search_name extensions.gin_trgm_ops);
create index marketplace_applications_plan_contains on marketplace_applications using gin (search_plan extensions.gin_trgm_ops);
create index marketplace_applications_plan on marketplace_applications (search_plan);
create index marketplace_applications_batch on marketplace_applications (first_batch_id) where first_batch_id is not null;

-- PostgreSQL 15 has no way to ask beforehand whether a text is JSON, or a day.
create function json_or_null(given text) returns jsonb language plpgsql immutable as $$
begin
  return given::jsonb;
exception when others then
  return null;
end $$;
-- The day that a text begins with, YYYY-MM-DD; null where it begins with none that exists.
create function day_or_null(given text) returns date language plpgsql immutable as $$
begin
  if given !~ '^[12]\d{3}-\d\d-\d\d' then return null; end if;
  return left(given, 10)::date;
exception when datetime_field_overflow then
  return null;
end $$;

-- The one reading of what came, for all ways in: social security numbers leave the raw blob but for their last four digits
-- (nothing here needs them, and they stand in the database only sealed), a whole blob becomes the document, and what
-- follows from the document is derived.
create function understand_marketplace_application() returns trigger language plpgsql as $$
declare understood jsonb;
begin
  if new.raw is not null and (tg_op = 'INSERT' or new.raw is distinct from old.raw) then
    new.raw := regexp_replace(new.raw,
      '("[a-z_]*(?:ssn|social_?security|social_?security_?number)"\s*:\s*)"?[\d -]{3,9}(\d{4})"?', '\1"***-**-\2"', 'gi');
    understood := json_or_null(new.raw);
    if jsonb_typeof(understood) = 'object' and (tg_op = 'INSERT' or new.document is not distinct from old.document) then
      new.document := understood;
    end if;
  end if;
  new.eligible := coalesce(jsonb_path_exists(new.document, '$.insuranceApplication.applicants[*]
    ? (@.eligibilityInitial.indicator == true || @.eligibilitySpecial.indicator == true)'), false);
  new.policy_effective := (
    select max(day_or_null(p #>> '{}')) from jsonb_path_query(new.document, '$.policies[*].dateEffective') p);
  return new;
end $$;
create trigger marketplace_applications_understood before insert or update of raw, document on marketplace_applications
  for each row execute function understand_marketplace_application();

-- Our carrier of a name, whatever its case, blanks, '_' and '-'; null when none of ours is called so.
create function carrier_called(called text) returns bigint language sql stable as $$
  select min(c.id) from carriers c
  where lower(regexp_replace(c.name, '[\s_-]+', '', 'g')) = lower(regexp_replace(called, '[\s_-]+', '', 'g'))
$$;
-- Our agent of a number, or else of a name that one only has; null when none of ours is meant.
create function agent_called(number text, called text) returns bigint language sql stable as $$
  select coalesce(
    (select a.id from agents a where a.npn = number),
    (select case when count(*) = 1 then min(a.id) end from agents a where plain_text(a.name) = plain_text(called)))
$$;

insert into list_versions (list) values ('marketplace-applications');
create trigger marketplace_applications_touch after insert or update or delete or truncate on marketplace_applications
  for each statement execute function note_list_touch('marketplace-applications');

-- Pattern of a run's staging table; the columns from carrier_id on are found by the database.
create table marketplace_staging (
  line int primary key,
  exchange_assigned_id text not null,
  snapshot_day date,
  user_first_name text,
  user_last_name text,
  user_phone text,
  user_email text,
  user_address text,
  user_city text,
  user_county text,
  user_state text,
  user_zip_code text,
  plan_name text,
  carrier_name text,
  agent_npn text,
  agent_name text,
  sale_agent_name text,
  aptc_elected numeric(12, 2),
  raw text,
  policy_exchange_id text,
  policy_issuer_id text,
  plan_id text,
  policy_effective date,
  policy_expiration date,
  policy_premium numeric(12, 2),
  policy_responsibility numeric(12, 2),
  policy_status text,
  carrier_id bigint,
  agent_id bigint,
  sale_agent_id bigint,
  document jsonb
);

-- What an exact undo needs of applications that a file replaced: all of them, as they were.
create table marketplace_marks (
  batch_id bigint not null references import_batches,
  application_id bigint not null references marketplace_applications on delete cascade,
  before jsonb not null,
  primary key (batch_id, application_id)
);

-- A file of applications may come again: what it does depends on what stands and on its overwrite flag.
drop index import_batches_file_once;
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash)
  nulls not distinct where undone_at is null and taken_from_at is null and kind <> 'marketplace';

-- A lead takes over what the application of its id says of the person; an exact undo puts back what it held.
alter table leads_staging
  add column first_name text,
  add column last_name text,
  add column dob date,
  add column sex text,
  add column phone text,
  add column address text,
  add column city text,
  add column zip_code text,
  add column plan text;
alter table lead_marks add column before jsonb;
update lead_marks m set before = to_jsonb(l) || jsonb_build_object('state', m.state) from leads l where l.id = m.lead_id;
alter table lead_marks alter column before set not null;
