-- Applications that the agency takes in by itself, works on and submits at the marketplace. Calls name one by its uuid
-- (A-102); notes, histories and the audit record by its id, which people see as its number.
create table internal_applications (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() constraint internal_applications_uuid_once unique,
  -- Of the list 'status.application': New, Assigned, Submitted, Void; the last entry of its status history.
  status_id int not null default 1 constraint internal_applications_status_known check (status_id between 1 and 4),
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  dob date,
  -- As the applicant names them: one may apply for what the agency has no policy of yet.
  carrier text not null default '',
  plan_selected text not null default '',
  email text not null,
  -- Ten digits.
  phone text not null,
  address text not null default '',
  state text,
  annual_income numeric(12, 2) constraint internal_applications_income_not_below_zero check (annual_income >= 0),
  assigned_agent_id bigint references agents,
  -- The marketplace's id of it, told when it was submitted there.
  marketplace_id text,
  -- Who took it in; an agent, or a user who is none.
  created_by_agent_id bigint references agents,
  created_by bigint references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  constraint internal_applications_assigned_to_somebody check (status_id <> 2 or assigned_agent_id is not null),
  constraint internal_applications_submitted_as_something check (status_id <> 3 or marketplace_id is not null),
  -- Whose it is: the agent's who works on it, before that the one's who took it in (minus a user who is no agent).
  owner bigint generated always as (coalesce(assigned_agent_id, created_by_agent_id, -created_by)) stored,
  search_name text collate "C" not null generated always as (plain_text(
    first_name || ' ' || last_name || case when middle_name = '' then '' else ' / ' || first_name || ' ' || middle_name || ' ' || last_name end)) stored,
  sort_name text collate "C" not null generated always as (plain_text(last_name || ' ' || first_name)) stored,
  -- What the quick search looks into: names, e-mail and plan.
  search_text text collate "C" not null generated always as (plain_text(
    first_name || ' ' || last_name || case when middle_name = '' then '' else ' / ' || first_name || ' ' || middle_name || ' ' || last_name end
    || ' / ' || email || ' / ' || plan_selected)) stored
);
-- Everybody's and one owner's, in each order of the list.
create index internal_applications_created on internal_applications (created_at, id);
create index internal_applications_owner_created on internal_applications (owner, created_at, id);
create index internal_applications_name on internal_applications (sort_name, id);
create index internal_applications_owner_name on internal_applications (owner, sort_name, id);
-- Filters; 0 asks for those of nobody, and for those that the office took in.
create index internal_applications_assigned on internal_applications ((coalesce(assigned_agent_id, 0)), created_at, id);
create index internal_applications_taken_in on internal_applications ((coalesce(created_by_agent_id, 0)), created_at, id);
create index internal_applications_status on internal_applications (status_id, created_at, id);
create index internal_applications_name_contains on internal_applications using gin (search_name extensions.gin_trgm_ops);
create index internal_applications_text_contains on internal_applications using gin (search_text extensions.gin_trgm_ops);
-- Whom they hold (server/src/retention/person-holds.ts).
create index internal_applications_email on internal_applications (plain_text(email) collate "C");
create index internal_applications_phone on internal_applications (phone collate "C");

insert into list_versions (list) values ('internal-applications');
create trigger internal_applications_touch after insert or update or delete or truncate on internal_applications
  for each statement execute function note_list_touch('internal-applications');

-- The agent who had the record from that entry on, for kinds of record that are assigned.
alter table status_changes add column agent_id bigint references agents;
