-- What carriers owe the agency, what came, and what is wrong (decisions 160 and 161).

-- Terms of a carrier, beside its dispute window: months from the month of coverage to its statement, how long a policy is new,
-- and what a payment may differ by.
alter table carriers
  add column arrears smallint not null default 0,
  add column new_period text not null default 'year',
  add column tolerance numeric(12, 2) not null default 0;
alter table carriers
  add constraint carriers_arrears_range check (arrears between 0 and 12),
  add constraint carriers_new_period_known check (new_period in ('year', 'twelve')),
  add constraint carriers_tolerance_range check (tolerance between 0 and 1000);

-- Dated rows of what a carrier owes. Months are first days of months; a row without a last month goes on.
create table commission_schedules (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  -- Codes; none means all.
  states text[] not null default '{}',
  scope text not null default 'all' constraint commission_schedules_scope_known check (scope in ('all', 'line', 'metal', 'plan')),
  -- Product line, metal level or plan name; '' for all plans.
  scope_value text not null default '',
  business text not null constraint commission_schedules_business_known check (business in ('new', 'renewal', 'both')),
  first_month date not null constraint commission_schedules_first_of_month check (extract(day from first_month) = 1),
  last_month date constraint commission_schedules_last_of_month check (extract(day from last_month) = 1),
  -- Effective dates of the policies that it is for.
  cohort_from date,
  cohort_to date,
  members_from int,
  members_to int,
  basis text not null constraint commission_schedules_basis_known check (basis in ('member', 'policy', 'percent', 'flat')),
  -- Dollars, or percent.
  amount numeric(12, 2) not null constraint commission_schedules_not_negative check (amount >= 0),
  cap int constraint commission_schedules_cap_range check (cap between 1 and 99),
  commissionable boolean not null default true,
  first_lag smallint not null default 0 constraint commission_schedules_lag_range check (first_lag between 0 and 12),
  -- Null: the carrier's.
  dispute_days smallint constraint commission_schedules_dispute_days_range check (dispute_days between 1 and 730),
  -- Where it says so: file and page of the carrier's schedule.
  source text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint commission_schedules_order check (last_month >= first_month),
  constraint commission_schedules_cohort_order check (cohort_to >= cohort_from),
  constraint commission_schedules_members_order check (members_to >= members_from),
  constraint commission_schedules_scope_said check ((scope = 'all') = (scope_value = ''))
);
create index commission_schedules_carrier on commission_schedules (carrier_id, first_month, id);
create index commission_schedules_first on commission_schedules (first_month, id);
create index commission_schedules_amount on commission_schedules (amount, id);
insert into list_versions (list) values ('commission_schedules');
create trigger commission_schedules_touch after insert or update or delete or truncate on commission_schedules
  for each statement execute function note_list_touch('commission_schedules');

-- One per state of a row; '' for policies whose state is unknown. No two rows of one scope answer for the same policy and month.
create table schedule_cells (
  schedule_id bigint not null references commission_schedules on delete cascade,
  carrier_id bigint not null,
  state text not null,
  scope text not null,
  scope_value text not null,
  business int4range not null,
  months daterange not null,
  cohort daterange not null,
  members int4range not null,
  constraint schedule_cells_one_row exclude using gist (carrier_id with =, state with =, scope with =, scope_value with =,
    business with &&, months with &&, cohort with &&, members with &&)
);
create index schedule_cells_schedule on schedule_cells (schedule_id);

create function rebuild_schedule_cells() returns trigger language plpgsql as $$
begin
  delete from schedule_cells where schedule_id = new.id;
  insert into schedule_cells (schedule_id, carrier_id, state, scope, scope_value, business, months, cohort, members)
  select new.id, new.carrier_id, s.state, new.scope, lower(new.scope_value),
    case new.business when 'new' then int4range(0, 1) when 'renewal' then int4range(1, 2) else int4range(0, 2) end,
    daterange(new.first_month, new.last_month, '[]'), daterange(new.cohort_from, new.cohort_to, '[]'),
    int4range(new.members_from, new.members_to, '[]')
  from (select unnest(new.states) as state
    union select code from states where new.states = '{}' union select '' where new.states = '{}') s;
  return null;
end $$;
create trigger commission_schedules_cells after insert or update on commission_schedules
  for each row execute function rebuild_schedule_cells();

-- Each policy month with what was due and what came. Derived by derive-months.ts, edited by no one.
create table commission_months (
  policy_id bigint not null references policies on delete cascade,
  month date not null,
  carrier_id bigint not null,
  agent_id bigint,
  schedule_id bigint,
  state text not null,
  expected numeric(12, 2) not null,
  received numeric(14, 2) not null,
  -- Month of the statement that it is due with.
  due_month date not null,
  class text not null,
  stake numeric(14, 2) not null,
  primary key (policy_id, month)
);
create index commission_months_class on commission_months (carrier_id, class, month) include (expected, received, agent_id);

-- Policy months in a class that a person works on, as unpaid_policies are (0057). Settled ones stay, closed by the line that
-- settled them.
create table variances (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  month date not null constraint variances_first_of_month check (extract(day from month) = 1),
  carrier_id bigint not null references carriers,
  class text not null,
  reason text not null,
  expected numeric(12, 2) not null,
  received numeric(14, 2) not null,
  stake numeric(14, 2) not null,
  dispute_by date,
  agent_id bigint references agents,
  -- Copies from the policy, so that the list reads this table alone.
  policy_number text not null,
  insured_name text not null,
  search_name text collate "C" not null,
  sort_name text collate "C" not null,
  -- Work of people on it.
  owner_id bigint references agents,
  status_id int not null default 1,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Settled, and by which line; recovered is what that changed.
  closed_at timestamptz,
  closing_line_id bigint references commission_lines on delete set null,
  recovered numeric(14, 2) not null default 0,
  constraint variances_once_a_month unique (policy_id, month)
);
create index variances_carrier on variances (carrier_id, month);
create index variances_closing_line on variances (closing_line_id) where closing_line_id is not null;
create index variances_open_dispute on variances (dispute_by, id) where closed_at is null;
create index variances_open_stake on variances (stake, id) where closed_at is null;
create index variances_open_month on variances (month, stake, id) where closed_at is null;
create index variances_open_insured on variances (sort_name, id) where closed_at is null;
create index variances_open_number on variances (plain_text(policy_number) collate "C", id) where closed_at is null;
create index variances_open_class on variances (class, carrier_id, agent_id, owner_id, status_id) include (stake) where closed_at is null;
create index variances_closed on variances (closed_at, id) where closed_at is not null;
create index variances_agent on variances (agent_id, month);
create index variances_owner on variances (owner_id, month);
create index variances_name on variances using gin (search_name extensions.gin_trgm_ops);
insert into list_versions (list) values ('variances');
create trigger variances_touch after insert or update or delete or truncate on variances
  for each statement execute function note_list_touch('variances');

insert into lookup_values (list, id, name, position)
select 'status.variance', n, name, n
from unnest(array['Open', 'In Review', 'Disputed', 'Denied', 'Written Off']) with ordinality as entry (name, n);

-- A person's policies with one carrier are read together.
create index policies_person on policies (carrier_id, (coalesce(exchange_subscriber_id, member_id, id::text)), id);
