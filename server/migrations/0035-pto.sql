-- Requests for paid time off. Their statuses, `status.pto`, stand in the history of statuses like all others.
create table pto_requests (
  id bigint generated always as identity primary key,
  -- The requester's agent, when they are one.
  agent_id bigint references agents,
  created_by bigint not null references users,
  -- Whose record it is: the agent's, or minus the id of a user who is no agent.
  owner bigint not null generated always as (coalesce(agent_id, -created_by)) stored,
  -- From the beginning of an hour to the beginning of an hour, by the agency's calendar.
  start_date date not null,
  start_hour smallint not null constraint pto_requests_start_hour check (start_hour between 0 and 23),
  end_date date not null,
  end_hour smallint not null constraint pto_requests_end_hour check (end_hour between 0 and 23),
  -- Working hours between them when it was requested (domain/src/pto/pto-hours.ts).
  hours int not null constraint pto_requests_hours check (hours >= 0),
  comment text not null,
  -- The last entry of the history of its status (status_changes).
  status_id int not null default 1,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  constraint pto_requests_end_not_before_start check ((end_date, end_hour) >= (start_date, start_hour))
);
-- Everybody's requests in each order of the list, and one person's.
create index pto_requests_created on pto_requests (created_at, id);
create index pto_requests_start on pto_requests (start_date, id);
create index pto_requests_end on pto_requests (end_date, id);
create index pto_requests_owner on pto_requests (owner, created_at, id);
-- Filters; from and to ask for the days above.
create index pto_requests_agent on pto_requests (agent_id, created_at, id);
create index pto_requests_status on pto_requests (status_id, created_at, id);

insert into list_versions (list) values ('pto');
create trigger pto_touch after insert or update or delete or truncate on pto_requests
  for each statement execute function note_list_touch('pto');
