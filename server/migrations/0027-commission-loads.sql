-- Loading files of commissions by the one mechanism of imports (UPLOAD-13 to UPLOAD-17).

-- A line as its statement says it. What it belongs to is found beside it and may be missing: a line without a policy or an
-- agent of ours is kept and waits.
alter table commission_lines
  alter column policy_id drop not null,
  add column policy_number text,
  add column insured_name text,
  add column agent_npn text,
  add column agent_id bigint references agents,
  -- How the agent was found: by the file's NPN, or as the policy's agent of record in the line's month.
  add column agent_by text constraint commission_lines_agent_by_known check (agent_by in ('file', 'policy')),
  -- The file that brought it, and the one that wrote it last; null for lines older than loading.
  add column batch_id bigint references import_batches,
  add column last_batch_id bigint,
  add column last_line int;
update commission_lines l set policy_number = p.policy_number, insured_name = p.first_name || ' ' || p.last_name,
  agent_npn = p.agent_npn, agent_id = p.agent_id, agent_by = case when p.agent_id is not null then 'policy' end
from policies p where p.id = l.policy_id;
alter table commission_lines
  alter column policy_number set not null,
  add constraint commission_lines_kind_known check (kind in ('initial', 'renewal', 'bonus', 'advance', 'chargeback', 'other'));
create index commission_lines_standing on commission_lines (carrier_id, month, policy_number);
create index commission_lines_last_batch on commission_lines (last_batch_id) where last_batch_id is not null;

-- Sums of many lines of the largest amount.
alter table commission_years alter column months type numeric(16, 2)[];

-- The same as rebuild_commission_years, for these policies only: a file touches few of a carrier's.
create function rebuild_commission_years_of(of_policies bigint[]) returns void language sql as $$
  delete from commission_years where policy_id = any(of_policies);
  insert into commission_years (policy_id, year, months)
  select policy_id, year,
    array(select s.amount from generate_series(1, 12) as m left join lateral (
      select x.amount from unnest(month_numbers, amounts) as x (month_number, amount) where x.month_number = m
    ) s on true order by m)
  from (
    select policy_id, year, array_agg(month_number) as month_numbers, array_agg(amount) as amounts
    from (
      select policy_id, extract(year from month)::smallint as year, extract(month from month)::int as month_number,
        sum(amount) as amount
      from commission_lines where policy_id = any(of_policies)
      group by 1, 2, 3
    ) monthly
    group by 1, 2
  ) yearly;
$$;

-- Commissions by carrier, month and agent (null: of no agent of ours). Rebuilt by whatever changes the lines of a month.
create table commission_month_totals (
  carrier_id bigint not null references carriers,
  month date not null,
  agent_id bigint,
  lines int not null,
  policies int not null,
  members bigint not null,
  amount numeric(16, 2) not null
);
create unique index commission_month_totals_once on commission_month_totals (carrier_id, month, agent_id) nulls not distinct;
create index commission_month_totals_agent on commission_month_totals (agent_id, month);

create function rebuild_commission_month_totals(of_carrier bigint, of_months date[]) returns void language sql as $$
  delete from commission_month_totals where carrier_id = of_carrier and month = any(of_months);
  insert into commission_month_totals (carrier_id, month, agent_id, lines, policies, members, amount)
  select carrier_id, month, agent_id, count(*), count(distinct policy_number), coalesce(sum(members), 0), sum(amount)
  from commission_lines where carrier_id = of_carrier and month = any(of_months)
  group by 1, 2, 3;
$$;
insert into commission_month_totals (carrier_id, month, agent_id, lines, policies, members, amount)
select carrier_id, month, agent_id, count(*), count(distinct policy_number), coalesce(sum(members), 0), sum(amount)
from commission_lines group by 1, 2, 3;

-- Pattern of a run's staging table; the columns from carrier_id on are found by the database.
create table commissions_staging (
  line int primary key,
  carrier text,
  agent_npn text,
  policy_number text not null,
  insured_name text,
  month_number smallint,
  year smallint,
  period date,
  members int,
  amount numeric(12, 2) not null,
  kind text,
  carrier_id bigint,
  month date,
  policy_id bigint,
  agent_id bigint,
  agent_by text
);

-- What a file overwrote of lines that earlier ones brought: all that an exact undo puts back (P-60).
create table commission_marks (
  batch_id bigint not null references import_batches,
  line_id bigint not null references commission_lines on delete cascade,
  kind text not null,
  members int,
  amount numeric(12, 2) not null,
  insured_name text,
  policy_id bigint,
  agent_id bigint,
  agent_by text,
  last_batch_id bigint,
  last_line int,
  primary key (batch_id, line_id)
);
create index commission_marks_line on commission_marks (line_id);
-- Whether anything that a batch wrote was overwritten later.
create index commission_marks_before on commission_marks (last_batch_id) where last_batch_id is not null;

-- Sum of the loaded rows, where they are money.
alter table import_batches add column amount numeric(16, 2);
-- The rows of such a file say its carriers and months: the same bytes are the same file whatever the form said (P-57).
create unique index import_batches_commissions_once on import_batches (file_hash) where kind = 'commissions' and undone_at is null;
