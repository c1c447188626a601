-- What a load needs beside the book: staging by run, marks for an exact undo.

-- Pattern of a run's staging table for policies, always empty itself: typed columns, so that comparing with the book is
-- plain SQL. Columns that a file does not bring stay null and are not compared.
create table policies_staging (
  line int primary key,
  policy_number text not null,
  policy_id text,
  first_name text not null,
  last_name text not null,
  dob date,
  address text,
  city text,
  county text,
  state text,
  zip_code text,
  email text,
  phone text,
  plan_name text,
  number_of_members int,
  agent_npn text,
  broker_effective_date date,
  effective_date date,
  term_date date,
  paid_through_date date,
  monthly_premium numeric(12, 2),
  member_responsibility numeric(12, 2),
  status text,
  member_id text,
  exchange_subscriber_id text
);

-- Patterns of what comparing a run with the book finds: the outcome of each row (line null: missing from the file), and
-- each changed field, old and new as text.
create table found_staging (
  line int,
  record_id bigint,
  outcome text not null
);
create table changes_staging (
  line int not null,
  record_id bigint not null,
  position smallint not null,
  field text not null,
  old_value text,
  new_value text
);

-- The application's role owns nothing and may not create tables; these two functions make and drop the staging of one
-- run for it, and nothing else.
create function open_import_staging(run uuid, of_kind text) returns void
language plpgsql security definer set search_path from current as $$
declare
  prefix text := 'import_' || replace(run::text, '-', '');
begin
  execute format('create unlogged table %I (like %I including all) with (autovacuum_enabled = false)',
    prefix || '_rows', of_kind || '_staging');
  execute format('create unlogged table %I (like found_staging) with (autovacuum_enabled = false)', prefix || '_found');
  execute format('create unlogged table %I (like changes_staging) with (autovacuum_enabled = false)', prefix || '_changes');
end $$;

create function drop_import_staging(run uuid) returns void
language plpgsql security definer set search_path from current as $$
declare
  prefix text := 'import_' || replace(run::text, '-', '');
begin
  execute format('drop table if exists %I, %I, %I', prefix || '_rows', prefix || '_found', prefix || '_changes');
end $$;

-- Whether the staging of a run still stands.
alter table import_runs add column staged boolean not null default false;
create index import_runs_staged on import_runs (id) where staged;

-- A row of its own key, so that lists can page and export refusals like everything else.
alter table import_refusals add column id bigint generated always as identity;
create unique index import_refusals_id on import_refusals (id);

-- What a load overwrote beside the fields in policy_changes: all that an exact undo puts back (P-60). `changed` is
-- false where only the missing mark was taken off.
create table policy_marks (
  batch_id bigint not null references import_batches,
  policy_id bigint not null references policies on delete cascade,
  changed boolean not null,
  agent_id bigint,
  agent_since date,
  last_batch_id bigint,
  last_line int,
  updated_at timestamptz not null,
  missing_since timestamptz,
  missing_batch_id bigint,
  primary key (batch_id, policy_id)
);
create index policy_marks_policy on policy_marks (policy_id);
