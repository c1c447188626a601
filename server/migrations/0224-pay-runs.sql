-- What agents earn of what came, and what a month's run pays them (decision 163).

-- Months that lines pay, where they are others than the statement's less the carrier's arrears. Derived with commission_months. Without
-- foreign keys, since deletions of statements would check them line by line.
create table line_months (
  line_id bigint not null,
  month date not null constraint line_months_first_of_month check (extract(day from month) = 1),
  policy_id bigint not null,
  carrier_id bigint not null,
  amount numeric(12, 2) not null,
  primary key (line_id, month)
);
create index line_months_policy on line_months (policy_id);
create index line_months_carrier on line_months (carrier_id);

-- Sequence 0 is a month's run; the others correct it. A run is a draft until it is closed with a batch of payments, whose status says
-- how far it is.
create table pay_runs (
  id bigint generated always as identity primary key,
  month date not null constraint pay_runs_first_of_month check (extract(day from month) = 1),
  sequence smallint not null default 0 constraint pay_runs_sequence_range check (sequence >= 0),
  -- Why a closed month is corrected.
  reason text constraint pay_runs_corrections_explained check ((sequence > 0) = (reason is not null)),
  -- Of what the draft was calculated to: a close with another one is refused.
  input_hash text not null default '',
  calculated_at timestamptz not null default now(),
  calculated_by bigint references users,
  -- Carriers whose missing statement a person confirmed.
  confirmed bigint[] not null default '{}',
  received numeric(16, 2) not null default 0,
  agency numeric(16, 2) not null default 0,
  held numeric(16, 2) not null default 0,
  paid numeric(16, 2) not null default 0,
  lines int not null default 0,
  closed_at timestamptz,
  closed_by bigint references users,
  batch_id bigint references payment_batches constraint pay_runs_batch_once unique,
  constraint pay_runs_once_a_month unique (month, sequence),
  constraint pay_runs_closed_with_batch check ((closed_at is null) = (batch_id is null))
);
create unique index pay_runs_one_draft on pay_runs ((closed_at is null)) where closed_at is null;
insert into list_versions (list) values ('pay_runs');
create trigger pay_runs_touch after insert or update or delete or truncate on pay_runs
  for each statement execute function note_list_touch('pay_runs');

-- Parts of lines and what is earned of them. One row of a part has the part's amount and what the agency keeps, so that the sums of
-- a run are the sums of its rows. The line may be gone, so there are no foreign keys.
create table pay_earnings (
  id bigint generated always as identity primary key,
  run_id bigint not null,
  line_id bigint not null,
  kind text not null constraint pay_earnings_kind_known check (kind in ('earned', 'chargeback', 'gone', 'correction', 'release', 'open')),
  carrier_id bigint not null,
  policy_id bigint,
  policy_number text not null,
  statement date not null,
  month date not null,
  gross numeric(12, 2) not null,
  agency numeric(12, 2) not null,
  agent_id bigint,
  role text not null constraint pay_earnings_role_known check (role in ('writing', 'override', 'agency')),
  -- 0 for the writing part.
  level smallint not null,
  terms_source text constraint pay_earnings_terms_known check (terms_source in ('contract', 'rate', 'override')),
  terms_id bigint,
  terms_basis text constraint pay_earnings_basis_known check (terms_basis in ('percent', 'member')),
  terms_value numeric(12, 4),
  members int,
  amount numeric(12, 2) not null,
  -- Why the amount is not paid yet.
  held text,
  -- Line whose earnings a chargeback takes back.
  reverses bigint
);
create index pay_earnings_agent on pay_earnings (run_id, agent_id, statement, id);
create index pay_earnings_line on pay_earnings (line_id);
create index pay_earnings_policy on pay_earnings (policy_id, month);
create index pay_earnings_held on pay_earnings (line_id) where held is not null;

-- Lines whose parts are in closed runs. A line that is deleted and loaded again keeps its earnings: `line_id` is the present one.
create table paid_lines (
  original_id bigint primary key,
  line_id bigint not null constraint paid_lines_once unique,
  run_month date not null,
  statement date not null,
  amount numeric(12, 2) not null,
  -- Carrier, number, statement, amount and NPN.
  identity text not null
);
create index paid_lines_statement on paid_lines (run_month);

-- Adjustments, advances and recoveries of a run.
create table pay_run_items (
  run_id bigint not null references pay_runs,
  agent_id bigint not null references agents,
  kind text not null constraint pay_run_items_kind_known check (kind in ('adjustment', 'advance', 'recovery')),
  -- Row of agent_adjustments or agent_advances.
  source_id bigint not null,
  month date not null,
  amount numeric(12, 2) not null,
  reason text not null,
  primary key (run_id, kind, source_id, month)
);
create index pay_run_items_source on pay_run_items (kind, source_id);

create table pay_run_agents (
  id bigint generated always as identity primary key,
  run_id bigint not null references pay_runs,
  agent_id bigint not null references agents,
  written numeric(14, 2) not null,
  overrides numeric(14, 2) not null,
  held numeric(14, 2) not null,
  adjustments numeric(14, 2) not null,
  advances numeric(14, 2) not null,
  recovered numeric(14, 2) not null,
  carried_in numeric(14, 2) not null,
  carried_out numeric(14, 2) not null,
  paid numeric(14, 2) not null,
  -- Paid by the run before.
  previous numeric(14, 2) not null,
  hold text,
  constraint pay_run_agents_once unique (run_id, agent_id),
  constraint pay_run_agents_add_up check (paid = written + overrides + adjustments + advances - recovered + carried_in - carried_out)
);
create index pay_run_agents_paid on pay_run_agents (run_id, paid, id);
insert into list_versions (list) values ('pay_run_agents');
create trigger pay_run_agents_touch after insert or update or delete or truncate on pay_run_agents
  for each statement execute function note_list_touch('pay_run_agents');

-- What agents owe and are owed beyond a run: the balance of a kind is the sum of its rows.
create table agent_ledger (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  run_id bigint not null references pay_runs,
  kind text not null constraint agent_ledger_kind_known check (kind in ('carry', 'advance')),
  advance_id bigint constraint agent_ledger_advance_named check ((kind = 'advance') = (advance_id is not null)),
  amount numeric(14, 2) not null,
  created_at timestamptz not null default now()
);
create index agent_ledger_agent on agent_ledger (agent_id, kind);

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the ledger do not change' using errcode = 'check_violation', constraint = 'pay_runs_closed_locked';
end $$;
create trigger agent_ledger_locked before update or delete or truncate on agent_ledger
  for each statement execute function refuse_change_of_ledger();

-- Rows of a closed run never change, for every writer.
create function refuse_change_of_closed_run() returns trigger language plpgsql as $$
begin
  if exists (select from changed c join pay_runs r on r.id = c.run_id where r.closed_at is not null) then
    raise exception 'A closed run does not change' using errcode = 'check_violation', constraint = 'pay_runs_closed_locked';
  end if;
  return null;
end $$;
create function refuse_update_of_earnings() returns trigger language plpgsql as $$
begin
  raise exception 'A closed run does not change' using errcode = 'check_violation', constraint = 'pay_runs_closed_locked';
end $$;
create trigger pay_earnings_inserted after insert on pay_earnings
  referencing new table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_earnings_deleted after delete on pay_earnings
  referencing old table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_earnings_updated before update or truncate on pay_earnings
  for each statement execute function refuse_update_of_earnings();
create trigger pay_run_items_inserted after insert on pay_run_items
  referencing new table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_run_items_deleted after delete on pay_run_items
  referencing old table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_run_items_updated before update or truncate on pay_run_items
  for each statement execute function refuse_update_of_earnings();
create trigger pay_run_agents_inserted after insert on pay_run_agents
  referencing new table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_run_agents_deleted after delete on pay_run_agents
  referencing old table as changed for each statement execute function refuse_change_of_closed_run();
create trigger pay_run_agents_updated before update or truncate on pay_run_agents
  for each statement execute function refuse_update_of_earnings();
create trigger pay_runs_locked before update or delete on pay_runs
  for each row when (old.closed_at is not null) execute function refuse_update_of_earnings();

alter table payments add column run_id bigint references pay_runs;
create index payments_run on payments (run_id) where run_id is not null;

-- Agent of record on a day by the carrier's files, the first known one before it (rule 3).
create function agent_on(p policies, on_day date) returns bigint stable language sql as $$
  select case when p.agent_since is null or p.agent_since <= on_day then p.agent_id
    else (select e.agent_id from policy_agents e where e.policy_id = p.id
      order by (e.held @> on_day) desc, e.held limit 1) end
$$;
create function npn_on(p policies, on_day date) returns text stable language sql as $$
  select case when p.agent_since is null or p.agent_since <= on_day then p.agent_npn
    else (select e.agent_npn from policy_agents e where e.policy_id = p.id
      order by (e.held @> on_day) desc, e.held limit 1) end
$$;
