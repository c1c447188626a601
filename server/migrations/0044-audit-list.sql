-- The audit record as a list (docs/decisions/036-logs.md). Appending must stay cheap: the order by time, one index by person
-- and one by kind of record, both of which grow at the end of each, and one of actions that leaves out what was only read.
drop index audit_events_at;
create index audit_events_at on audit_events (at, id);
create index audit_events_user on audit_events (user_id, at, id) where user_id is not null;
create index audit_events_entity on audit_events (entity, at, id) where entity is not null;
create index audit_events_action on audit_events (action, at, id) where action <> 'read';

-- How many events there were: by the beginning of the agency's day, person, action and kind of record. Exact for the links of
-- the chain up to `counted_seq`; the few events after them are counted one by one.
alter table audit_progress add column counted_seq bigint not null default 0;
create table audit_days (
  at timestamptz not null,
  user_id bigint,
  action text not null,
  entity text,
  events bigint not null,
  constraint audit_days_one unique nulls not distinct (at, user_id, action, entity)
);

-- What each person does with each kind of record from each address: how often, first and last (LOG-05).
create table audit_activities (
  id bigint generated always as identity primary key,
  user_id bigint,
  entity text,
  action text not null,
  address text,
  outcome text not null,
  events bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint audit_activities_one unique nulls not distinct (user_id, entity, action, address, outcome)
);
create index audit_activities_last on audit_activities (last_at, id);
