-- The terms by which the agency pays its agents (decision 162). Pay runs read them. Days include the first and the last one; without
-- a last day they go on.

-- Parts of an agent of what is received: percent of the money, or dollars per member and month. A contract of the carrier comes
-- before one of any carrier (no carrier), and both before agent_rates.
create table agent_contracts (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  carrier_id bigint references carriers,
  start_date date not null,
  end_date date,
  basis text not null constraint agent_contracts_basis_known check (basis in ('percent', 'perMember')),
  percent numeric(7, 4) constraint agent_contracts_percent_range check (percent between 0 and 100),
  amount numeric(12, 2) constraint agent_contracts_not_negative check (amount >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- The agent's name as lists sort by it, a copy by triggers.
  agent_sort text collate "C" not null default '',
  constraint agent_contracts_order check (end_date >= start_date),
  constraint agent_contracts_one_basis check (num_nulls(percent, amount) = 1 and (basis = 'percent') = (percent is not null)),
  constraint agent_contracts_one_a_day exclude using gist
    (agent_id with =, coalesce(carrier_id, 0) with =, daterange(start_date, end_date, '[]') with &&) deferrable initially deferred
);
create index agent_contracts_listed on agent_contracts (agent_sort, agent_id, start_date, id);
create index agent_contracts_agent on agent_contracts (agent_id, start_date, id);
create index agent_contracts_carrier on agent_contracts (carrier_id, agent_sort, agent_id, start_date, id);
create index agent_contracts_start on agent_contracts (start_date, id);
insert into list_versions (list) values ('agent_contracts');
create trigger agent_contracts_touch after insert or update or delete or truncate on agent_contracts
  for each statement execute function note_list_touch('agent_contracts');

-- Payouts below it are carried into the next month (money.md rule 19). Once per agent, not per contract.
alter table agents add column minimum_payout numeric(12, 2) not null default 0;
alter table agents add constraint agents_minimum_payout_range check (minimum_payout between 0 and 1000000);

-- What an agent earns on the money of the agents below, by level: 1 is the agent's own downline, 2 the downline of that, up to 5.
create table override_terms (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  carrier_id bigint references carriers,
  level smallint not null constraint override_terms_level_range check (level between 1 and 5),
  start_date date not null,
  end_date date,
  basis text not null constraint override_terms_basis_known check (basis in ('percent', 'perMember')),
  percent numeric(7, 4) constraint override_terms_percent_range check (percent between 0 and 100),
  amount numeric(12, 2) constraint override_terms_not_negative check (amount >= 0),
  version int not null default 1,
  created_at timestamptz not null default now(),
  agent_sort text collate "C" not null default '',
  constraint override_terms_order check (end_date >= start_date),
  constraint override_terms_one_basis check (num_nulls(percent, amount) = 1 and (basis = 'percent') = (percent is not null)),
  constraint override_terms_one_a_day exclude using gist
    (agent_id with =, coalesce(carrier_id, 0) with =, level with =, daterange(start_date, end_date, '[]') with &&)
    deferrable initially deferred
);
create index override_terms_listed on override_terms (agent_sort, agent_id, level, start_date, id);
create index override_terms_agent on override_terms (agent_id, level, start_date, id);
create index override_terms_carrier on override_terms (carrier_id, agent_sort, agent_id, level, start_date, id);
create index override_terms_start on override_terms (start_date, id);
insert into list_versions (list) values ('override_terms');
create trigger override_terms_touch after insert or update or delete or truncate on override_terms
  for each statement execute function note_list_touch('override_terms');

-- The agent above an agent.
create table agent_uplines (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  upline_id bigint not null references agents,
  start_date date not null,
  end_date date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  agent_sort text collate "C" not null default '',
  constraint agent_uplines_order check (end_date >= start_date),
  constraint agent_uplines_another check (agent_id <> upline_id),
  constraint agent_uplines_one_a_day exclude using gist
    (agent_id with =, daterange(start_date, end_date, '[]') with &&) deferrable initially deferred
);
create index agent_uplines_listed on agent_uplines (agent_sort, agent_id, start_date, id);
create index agent_uplines_agent on agent_uplines (agent_id, start_date, id);
create index agent_uplines_upline on agent_uplines (upline_id, agent_sort, agent_id, start_date, id);
create index agent_uplines_start on agent_uplines (start_date, id);
insert into list_versions (list) values ('agent_uplines');
create trigger agent_uplines_touch after insert or update or delete or truncate on agent_uplines
  for each statement execute function note_list_touch('agent_uplines');

-- The chain by which an agent would be above itself, with the first day of it; no row: none.
create function upline_cycle(of_agent bigint, of_upline bigint, from_day date, to_day date, except_id bigint)
returns table (path bigint[], since date) stable language sql as $$
  with recursive chain as (
    select of_upline as agent_id, daterange(from_day, to_day, '[]') as days, array[of_agent, of_upline] as path
    union all
    select u.upline_id, c.days * daterange(u.start_date, u.end_date, '[]'), c.path || u.upline_id
    from chain c
    join agent_uplines u on u.agent_id = c.agent_id and daterange(u.start_date, u.end_date, '[]') && c.days
    where c.agent_id <> of_agent and u.id is distinct from except_id
      and (u.upline_id = of_agent or not u.upline_id = any(c.path))
  )
  select path, lower(days) from chain where agent_id = of_agent order by cardinality(path), lower(days) limit 1
$$;

-- One transaction after the other, so that two of them can't close a circle together.
create function refuse_upline_cycle() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('agent uplines'), 0);
  if exists (select from agent_uplines u, upline_cycle(u.agent_id, u.upline_id, u.start_date, u.end_date, u.id) where u.id = new.id) then
    raise exception 'an agent is above itself' using errcode = 'check_violation', constraint = 'agent_uplines_no_cycle',
      table = 'agent_uplines';
  end if;
  return null;
end $$;
create constraint trigger agent_uplines_no_cycle after insert or update on agent_uplines
  deferrable initially deferred for each row execute function refuse_upline_cycle();

-- Agents who divide the writing part of a policy. On days without a row the agent of record has all of it.
create table policy_splits (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  agent_id bigint not null references agents,
  share numeric(7, 4) not null constraint policy_splits_share_range check (share > 0 and share <= 100),
  start_date date not null,
  end_date date,
  created_at timestamptz not null default now(),
  constraint policy_splits_order check (end_date >= start_date),
  constraint policy_splits_one_a_day exclude using gist
    (policy_id with =, agent_id with =, daterange(start_date, end_date, '[]') with &&) deferrable initially deferred
);
create index policy_splits_policy on policy_splits (policy_id, start_date, agent_id);
create index policy_splits_agent on policy_splits (agent_id);

-- Shares of a day are 100 % together. Sums change only on first days and after last ones.
create function refuse_partial_split() returns trigger language plpgsql as $$
declare
  of_policy bigint;
begin
  foreach of_policy in array array_remove(array[old.policy_id, nullif(new.policy_id, old.policy_id)], null) loop
    perform from policies where id = of_policy for no key update;
    if exists (
      select from (
        select start_date as day from policy_splits where policy_id = of_policy
        union select end_date + 1 from policy_splits where policy_id = of_policy and end_date is not null
      ) d
      join policy_splits s on s.policy_id = of_policy and s.start_date <= d.day and (s.end_date is null or s.end_date >= d.day)
      group by d.day having sum(s.share) <> 100
    ) then
      raise exception 'shares of a policy are not 100 percent' using errcode = 'check_violation', constraint = 'policy_splits_whole',
        table = 'policy_splits';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger policy_splits_whole after insert or update or delete on policy_splits
  deferrable initially deferred for each row execute function refuse_partial_split();

-- Money paid before it is earned: paid in full with the run of its month, recovered from later earnings, at most the percentage of
-- them a month.
create table agent_advances (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  month date not null constraint agent_advances_first_of_month check (extract(day from month) = 1),
  amount numeric(12, 2) not null constraint agent_advances_positive check (amount > 0),
  recovery_percent numeric(7, 4) not null default 100
    constraint agent_advances_recovery_range check (recovery_percent > 0 and recovery_percent <= 100),
  reason text not null constraint agent_advances_reason_given check (reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(),
  agent_sort text collate "C" not null default ''
);
create index agent_advances_listed on agent_advances (agent_sort, agent_id, month, id);
create index agent_advances_agent on agent_advances (agent_id, month, id);
create index agent_advances_month on agent_advances (month, id);
insert into list_versions (list) values ('agent_advances');
create trigger agent_advances_touch after insert or update or delete or truncate on agent_advances
  for each statement execute function note_list_touch('agent_advances');

-- Money added to (or taken from) each run from the first to the last month; the same month twice: once.
create table agent_adjustments (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  first_month date not null constraint agent_adjustments_first_of_month check (extract(day from first_month) = 1),
  -- Null: each month until it is ended.
  last_month date constraint agent_adjustments_last_of_month check (extract(day from last_month) = 1),
  amount numeric(12, 2) not null constraint agent_adjustments_not_zero check (amount <> 0),
  reason text not null constraint agent_adjustments_reason_given check (reason <> ''),
  version int not null default 1,
  created_at timestamptz not null default now(),
  agent_sort text collate "C" not null default '',
  constraint agent_adjustments_order check (last_month >= first_month)
);
create index agent_adjustments_listed on agent_adjustments (agent_sort, agent_id, first_month, id);
create index agent_adjustments_agent on agent_adjustments (agent_id, first_month, id);
create index agent_adjustments_month on agent_adjustments (first_month, id);
insert into list_versions (list) values ('agent_adjustments');
create trigger agent_adjustments_touch after insert or update or delete or truncate on agent_adjustments
  for each statement execute function note_list_touch('agent_adjustments');

-- What is earned and not paid out yet, of an agent or of a policy, in the runs from the first to the last month.
create table pay_holds (
  id bigint generated always as identity primary key,
  agent_id bigint references agents,
  policy_id bigint references policies on delete cascade,
  first_month date not null constraint pay_holds_first_of_month check (extract(day from first_month) = 1),
  -- Null: until it is released.
  last_month date constraint pay_holds_last_of_month check (extract(day from last_month) = 1),
  reason text not null constraint pay_holds_reason_given check (reason <> ''),
  created_by bigint references users,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint pay_holds_order check (last_month >= first_month),
  constraint pay_holds_one_subject check (num_nulls(agent_id, policy_id) = 1)
);
create index pay_holds_agent on pay_holds (agent_id, first_month, id) where agent_id is not null;
create index pay_holds_policy on pay_holds (policy_id, first_month, id) where policy_id is not null;
create index pay_holds_month on pay_holds (first_month, id);
insert into list_versions (list) values ('pay_holds');
create trigger pay_holds_touch after insert or update or delete or truncate on pay_holds
  for each statement execute function note_list_touch('pay_holds');

-- Agents' names as lists sort by them.
create function copy_agent_sort() returns trigger language plpgsql as $$
begin
  new.agent_sort := (select search_name from agents where id = new.agent_id);
  return new;
end $$;
create trigger agent_contracts_copy before insert on agent_contracts for each row execute function copy_agent_sort();
create trigger override_terms_copy before insert on override_terms for each row execute function copy_agent_sort();
create trigger agent_uplines_copy before insert on agent_uplines for each row execute function copy_agent_sort();
create trigger agent_advances_copy before insert on agent_advances for each row execute function copy_agent_sort();
create trigger agent_adjustments_copy before insert on agent_adjustments for each row execute function copy_agent_sort();
create function copy_agent_to_terms() returns trigger language plpgsql as $$
declare
  terms text;
begin
  foreach terms in array array['agent_contracts', 'override_terms', 'agent_uplines', 'agent_advances', 'agent_adjustments'] loop
    execute format('update %I set agent_sort = $1 where agent_id = $2 and agent_sort <> $1', terms) using new.search_name, new.id;
  end loop;
  return null;
end $$;
create trigger agents_of_terms after update of name on agents
  for each row when (old.name is distinct from new.name) execute function copy_agent_to_terms();
