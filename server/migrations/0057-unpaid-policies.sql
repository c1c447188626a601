-- Unpaid and lost policies (decision 047): what the book says of a policy in a month, and what people do about it. A row is
-- found by a load, `stands` as long as the book says so, and is never edited but for the work of people on it.

create table unpaid_policies (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  -- The month that is unpaid; of a lost one, that of the file without it.
  month date not null constraint unpaid_policies_first_of_month check (extract(day from month) = 1),
  month_number smallint not null generated always as (extract(month from month)::smallint) stored,
  year smallint not null generated always as (extract(year from month)::smallint) stored,
  -- Why it is so by what the book says now; null when it is not. That keeps its history, for when it is again.
  why text,
  stands boolean not null generated always as (why is not null) stored,
  -- Copies from the book, so that the lists read this table alone.
  carrier_id bigint not null references carriers,
  policy_number text not null,
  insured_name text not null,
  search_name text collate "C" not null,
  sort_name text collate "C" not null,
  number_of_members int,
  -- What the carrier last paid for a month of it.
  at_stake numeric(16, 2) not null,
  aor_id bigint references agents,
  -- Of a lost one: who of ours had it then.
  from_agent_id bigint references agents,
  -- Who was told to look after it; until then it is the agent of record's. 0: nobody's.
  assigned_id bigint references agents,
  agent_id bigint not null generated always as (coalesce(assigned_id, from_agent_id, aor_id, 0)) stored,
  -- The last entry of its history (status_changes); Pending until there is one.
  status_id int not null default 1,
  version int not null default 1,
  -- The load that found it.
  batch_id bigint references import_batches,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint unpaid_policies_once_a_month unique (policy_id, month)
);
create index on unpaid_policies (carrier_id, month);
create index on unpaid_policies (batch_id) where batch_id is not null;
-- Each order of the list, and what it is narrowed by. Only what stands is listed.
create index on unpaid_policies (month, at_stake, id) where stands;
create index on unpaid_policies (at_stake, id) where stands;
create index on unpaid_policies (sort_name, id) where stands;
create index on unpaid_policies (plain_text(policy_number) collate "C", id) where stands;
create index on unpaid_policies (agent_id, month, at_stake, id) where stands;
create index on unpaid_policies (aor_id, month, at_stake, id) where stands;
-- Counts, and the summary by agent and status.
create index on unpaid_policies (status_id, agent_id, carrier_id, month) include (aor_id, at_stake) where stands;
create index on unpaid_policies using gin (search_name extensions.gin_trgm_ops) where stands;

create table lost_policies (like unpaid_policies including all);
alter table lost_policies
  add foreign key (policy_id) references policies on delete cascade,
  add foreign key (carrier_id) references carriers,
  add foreign key (aor_id) references agents,
  add foreign key (from_agent_id) references agents,
  add foreign key (assigned_id) references agents,
  add foreign key (batch_id) references import_batches,
  add constraint lost_policies_why_known check (why in ('missing', 'ended', 'agent'));
alter table unpaid_policies
  add constraint unpaid_policies_why_known check (why in ('premium', 'commission', 'both'));

insert into list_versions (list) values ('unpaid_policies'), ('lost_policies');
create trigger unpaid_policies_touch after insert or update or delete or truncate on unpaid_policies
  for each statement execute function note_list_touch('unpaid_policies');
create trigger lost_policies_touch after insert or update or delete or truncate on lost_policies
  for each statement execute function note_list_touch('lost_policies');

-- Whether the policy's carrier owes a month: it is in the book, in force, and the month is one of its coverage.
create function in_force(p policies, of_month date) returns boolean immutable language sql as $$
  select p.missing_since is null and p.status in ('Active', 'Pending')
    and (p.effective_date is null or p.effective_date < of_month + interval '1 month')
    and (p.term_date is null or p.term_date >= of_month)
$$;

-- Whether the insured has not paid so far: paid to before the month, or never though the carrier tells it of others.
create function is_behind(p policies, of_month date, tells boolean) returns boolean immutable language sql as $$
  select case when p.paid_through_date is not null then p.paid_through_date < of_month
    else tells and p.effective_date is not null and coalesce(p.member_responsibility, p.monthly_premium, 1) > 0 end
$$;

-- What has come of a carrier's month: its book, so that who paid is known, and its statement, once it has half as many
-- lines as the one before, so that a few lines do not make the others unpaid.
create function month_come(of_carrier bigint, of_month date, out book boolean, out statement boolean, out tells boolean)
stable language sql as $$
  select
    exists (select from import_batches b where b.kind = 'policies' and b.carrier_id = of_carrier and b.undone_at is null
      and b.month >= of_month),
    coalesce((select sum(t.lines) from commission_month_totals t where t.carrier_id = of_carrier and t.month = of_month), 0) * 2
      >= coalesce((select sum(t.lines) from commission_month_totals t
        where t.carrier_id = of_carrier and t.month = (of_month - interval '1 month')::date), 0),
    exists (select from policies p where p.carrier_id = of_carrier and p.paid_through_date is not null)
$$;

-- The last amount above nothing of the months before a month: of its year first, then of the year before. Plain expressions,
-- which PostgreSQL writes into the statement instead of calling them row by row.
create function last_paid(months numeric[], before int) returns numeric immutable language sql as $$
  select case
    when before > 12 and months[12] > 0 then months[12] when before > 11 and months[11] > 0 then months[11]
    when before > 10 and months[10] > 0 then months[10] when before > 9 and months[9] > 0 then months[9]
    when before > 8 and months[8] > 0 then months[8] when before > 7 and months[7] > 0 then months[7]
    when before > 6 and months[6] > 0 then months[6] when before > 5 and months[5] > 0 then months[5]
    when before > 4 and months[4] > 0 then months[4] when before > 3 and months[3] > 0 then months[3]
    when before > 2 and months[2] > 0 then months[2] when before > 1 and months[1] > 0 then months[1] end
$$;

-- Finds what is unpaid of a carrier in a month and is not in the list yet.
create function find_unpaid(of_carrier bigint, of_month date, of_batch bigint) returns void language sql as $$
  with come as materialized (select * from month_come(of_carrier, of_month)),
  unpaid as (
    select id, bool_or(premium) as premium, bool_or(not premium) as commission from (
      select p.id, true as premium from policies p
      where (select book from come) and p.carrier_id = of_carrier and in_force(p, of_month)
        and is_behind(p, of_month, (select tells from come))
      union all
      select l.policy_id, false from commission_lines l
      where (select statement from come) and l.carrier_id = of_carrier
        and l.month = (of_month - interval '1 month')::date and l.policy_id is not null
        and not exists (select from commission_lines n
          where n.carrier_id = of_carrier and n.month = of_month and n.policy_number = l.policy_number)
      group by l.policy_id having sum(l.amount) > 0
    ) found group by id
  )
  insert into unpaid_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
    number_of_members, at_stake, aor_id, batch_id)
  select p.id, of_month, case when not u.commission then 'premium' when u.premium then 'both' else 'commission' end,
    p.carrier_id, p.policy_number, p.first_name || ' ' || p.last_name, p.search_name, p.sort_name, p.number_of_members,
    coalesce(last_paid(y.months, extract(month from of_month)::int), last_paid(b.months, 13), 0), p.agent_id, of_batch
  from unpaid u join policies p on p.id = u.id
  left join commission_years y on y.policy_id = p.id and y.year = extract(year from of_month)::smallint
  left join commission_years b on b.policy_id = p.id and b.year = (extract(year from of_month) - 1)::smallint
  where in_force(p, of_month)
  on conflict (policy_id, month) do nothing
$$;

-- Brings what is in the list to what the book says now, for the year up to the newest month: writes only what differs, in
-- the order of ids, so that two who write at once do not wait for each other in a circle. What is at stake changes
-- with commissions alone.
create function refresh_unpaid(of_carrier bigint, with_money boolean) returns void language sql as $$
  with months as (
    select distinct n.month from unpaid_policies n
    where n.carrier_id = of_carrier
      and n.month > (select max(month) - interval '1 year' from unpaid_policies where carrier_id = of_carrier)
  ),
  come as materialized (select m.month, c.* from months m, month_come(of_carrier, m.month) c),
  said as (
    select n.id, n.month, p.id as policy_id, in_force(p, n.month) as in_force, c.book and is_behind(p, n.month, c.tells) as premium,
      c.statement
        and not exists (select from commission_lines l
          where l.carrier_id = of_carrier and l.month = n.month and l.policy_number = n.policy_number)
        and coalesce((select sum(l.amount) from commission_lines l
          where l.carrier_id = of_carrier and l.month = (n.month - interval '1 month')::date
            and l.policy_number = n.policy_number and l.policy_id = n.policy_id), 0) > 0 as commission
    from unpaid_policies n
    join come c on c.month = n.month
    join policies p on p.id = n.policy_id
    where n.carrier_id = of_carrier
  ),
  now as materialized (
    select f.id, p.agent_id as aor_id, p.number_of_members, p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name,
      case when with_money then coalesce(last_paid(y.months, extract(month from f.month)::int), last_paid(b.months, 13), 0) end as at_stake,
      case when f.in_force then
        case when f.premium and f.commission then 'both' when f.premium then 'premium' when f.commission then 'commission' end
      end as why
    from said f join policies p on p.id = f.policy_id
    left join commission_years y on with_money and y.policy_id = p.id and y.year = extract(year from f.month)::smallint
    left join commission_years b on with_money and b.policy_id = p.id and b.year = (extract(year from f.month) - 1)::smallint
  ),
  held as materialized (
    select n.id from unpaid_policies n join now d on d.id = n.id
    where (n.why, n.at_stake, n.aor_id, n.number_of_members, n.insured_name) is distinct from
      (d.why, coalesce(d.at_stake, n.at_stake), d.aor_id, d.number_of_members, d.insured_name)
    order by n.id for no key update of n
  )
  update unpaid_policies n set why = d.why, at_stake = coalesce(d.at_stake, n.at_stake), aor_id = d.aor_id,
    number_of_members = d.number_of_members, insured_name = d.insured_name, search_name = d.search_name, sort_name = d.sort_name
  from held h join now d on d.id = h.id
  where n.id = h.id
$$;

-- Why a policy that was ours is lost, by what the book says now; null when it is not. Dates count up to the newest book.
create function why_lost(p policies, of_month date, newest date, from_agent bigint) returns text immutable language sql as $$
  select case
    when p.status in ('Terminated', 'Cancelled') or p.term_date < least(of_month, newest) then 'ended'
    when from_agent is not null and p.agent_id is null then 'agent'
    when p.missing_since is not null then 'missing' end
$$;

-- Finds what a load of policies lost: what was ours and in force by the files before, and by this one is missing, has
-- ended, or has an agent of record who is none of ours.
create function find_lost(of_batch bigint) returns void language sql as $$
  with batch as (
    select b.id, b.carrier_id, b.month, least(b.month, (
      select max(e.month) from import_batches e
      where e.kind = 'policies' and e.carrier_id = b.carrier_id and e.id < b.id and e.undone_at is null)) as before
    from import_batches b where b.id = of_batch
  ),
  changed as materialized (
    select policy_id, max(old_value) filter (where field = 'PolicyStatus') as status,
      bool_or(field = 'TermDate') as term, (max(old_value) filter (where field = 'TermDate'))::date as term_date,
      max(old_value) filter (where field = 'AgentNPN') as npn
    from policy_changes where batch_id = of_batch and field in ('PolicyStatus', 'TermDate', 'AgentNPN')
    group by 1
  ),
  lost as (
    select p.id, b.month, coalesce(p.agent_id, a.id) as from_agent_id
    from batch b
    join policies p on p.carrier_id = b.carrier_id
    left join changed c on c.policy_id = p.id
    left join agents a on a.npn = c.npn
    where p.first_batch_id is distinct from of_batch
      and (p.missing_since is null or p.missing_batch_id = of_batch)
      and coalesce(c.status, p.status) in ('Active', 'Pending')
      and coalesce(case when c.term then c.term_date else p.term_date end, 'infinity') >= b.before
      and why_lost(p, b.month, b.month, coalesce(p.agent_id, a.id)) is not null
      and not exists (select from policy_marks m
        where m.batch_id = of_batch and m.policy_id = p.id and m.missing_since is not null)
      and not exists (select from lost_policies s where s.policy_id = p.id and s.stands)
  )
  insert into lost_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
    number_of_members, at_stake, aor_id, from_agent_id, batch_id)
  select p.id, l.month, why_lost(p, l.month, l.month, l.from_agent_id), p.carrier_id, p.policy_number,
    p.first_name || ' ' || p.last_name, p.search_name, p.sort_name, p.number_of_members, coalesce(last_paid(y.months, extract(month from l.month)::int), last_paid(b.months, 13), 0), p.agent_id,
    l.from_agent_id, of_batch
  from lost l join policies p on p.id = l.id
  left join commission_years y on y.policy_id = p.id and y.year = extract(year from l.month)::smallint
  left join commission_years b on b.policy_id = p.id and b.year = (extract(year from l.month) - 1)::smallint
  on conflict (policy_id, month) do nothing
$$;

-- As refresh_unpaid, for lost policies.
create function refresh_lost(of_carrier bigint, with_money boolean) returns void language sql as $$
  with newest as (
    select max(month) as month from import_batches where kind = 'policies' and carrier_id = of_carrier and undone_at is null
  ),
  now as materialized (
    select n.id, p.agent_id as aor_id, p.number_of_members, p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name,
      case when with_money then coalesce(last_paid(y.months, extract(month from n.month)::int), last_paid(b.months, 13), 0) end as at_stake,
      why_lost(p, n.month, (select month from newest), n.from_agent_id) as why
    from lost_policies n join policies p on p.id = n.policy_id
    left join commission_years y on with_money and y.policy_id = p.id and y.year = extract(year from n.month)::smallint
    left join commission_years b on with_money and b.policy_id = p.id and b.year = (extract(year from n.month) - 1)::smallint
    where n.carrier_id = of_carrier
      and n.month > (select max(month) - interval '1 year' from lost_policies where carrier_id = of_carrier)
  ),
  held as materialized (
    select n.id from lost_policies n join now d on d.id = n.id
    where (n.why, n.at_stake, n.aor_id, n.number_of_members, n.insured_name) is distinct from
      (d.why, coalesce(d.at_stake, n.at_stake), d.aor_id, d.number_of_members, d.insured_name)
    order by n.id for no key update of n
  )
  update lost_policies n set why = d.why, at_stake = coalesce(d.at_stake, n.at_stake), aor_id = d.aor_id,
    number_of_members = d.number_of_members, insured_name = d.insured_name, search_name = d.search_name, sort_name = d.sort_name
  from held h join now d on d.id = h.id
  where n.id = h.id
$$;

-- What the newest book of each carrier says, for an agency that has loaded some already.
with newest as (
  select distinct on (carrier_id) carrier_id, month, id from import_batches
  where kind = 'policies' and undone_at is null order by carrier_id, id desc
)
select find_unpaid(carrier_id, month, id), find_lost(id) from newest;
