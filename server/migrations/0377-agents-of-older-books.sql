-- runs with: 0372
-- The agents of record that files say that are older than the newest one, and which files are (decision 314).
alter table older_versions
  add column agent_npn text,
  add column broker_effective_date date,
  -- The file has a column of agents.
  add column says_agent boolean not null default false,
  -- Agents of record of the policy until this file, where it changed earlier ones: its undo restores them.
  add column agents_before jsonb,
  -- Whom the file names; null: not kept.
  add column first_name text,
  add column last_name text,
  add column dob date;
alter table import_batches add column is_older boolean not null default false;
update import_batches b set is_older = true where exists (select from older_versions o where o.batch_id = b.id);
-- A person's policies are one chain also by member id, older books count where they lack a policy, and money of another person settles
-- nothing (decisions 313 to 315).
insert into ledgers_to_derive select distinct carrier_id from commission_months on conflict do nothing;
