-- Policies of the exchange's records, one row each; derived from the document of their application. Cancelled ones are left out.
create table exchange_policies (
  application_id bigint not null references marketplace_applications on delete cascade,
  place int not null,
  carrier_id bigint references carriers,
  -- Number of the policy, or of the member, at the carrier.
  issuer_number text,
  exchange_ids text[] not null default '{}',
  first_name text not null default '',
  last_name text not null default '',
  effective date not null,
  expiration date not null,
  members int,
  premium numeric(12, 2),
  status text,
  primary key (application_id, place)
);
create index exchange_policies_of_carrier on exchange_policies ((coalesce(carrier_id, 0)), effective);
create index exchange_policies_carrier on exchange_policies (carrier_id);

-- Agents of record by the exchange, from when it said so.
create table exchange_agents (
  application_id bigint not null references marketplace_applications on delete cascade,
  seen_at timestamptz not null,
  npn text,
  primary key (application_id, seen_at)
);

-- The carrier that a plan's HIOS id or issuer names.
create function carrier_of_plan(plan jsonb) returns bigint language sql stable as $$
  select coalesce(
    (select min(i.carrier_id) from carrier_issuer_ids i where i.issuer_id = left(plan ->> 'id', 5) having count(distinct i.carrier_id) = 1),
    carrier_called(plan ->> 'issuer'))
$$;

create function derive_exchange_policies() returns trigger language plpgsql as $$
begin
  delete from exchange_policies where application_id = new.id;
  insert into exchange_policies (application_id, place, carrier_id, issuer_number, exchange_ids, first_name, last_name, effective,
    expiration, members, premium, status)
  select new.id, x.place, coalesce(carrier_of_plan(x.policy -> 'plan'), new.carrier_id), nullif(x.policy ->> 'id_issuer', ''),
    array_remove(array[nullif(x.policy ->> 'id_exchange', ''), new.exchange_assigned_id], null), new.user_first_name, new.user_last_name,
    day_or_null(x.policy ->> 'dateEffective'),
    coalesce(day_or_null(x.policy ->> 'dateExpiration'),
      make_date(extract(year from day_or_null(x.policy ->> 'dateEffective'))::int, 12, 31)),
    nullif(jsonb_array_length(case jsonb_typeof(x.policy -> 'members') when 'array' then x.policy -> 'members' else '[]' end), 0),
    case jsonb_typeof(x.policy #> '{premium,amount}') when 'number' then round((x.policy #>> '{premium,amount}')::numeric, 2) end,
    x.policy ->> 'status'
  from jsonb_array_elements(case jsonb_typeof(new.document -> 'policies') when 'array' then new.document -> 'policies' else '[]' end)
    with ordinality x (policy, place)
  where day_or_null(x.policy ->> 'dateEffective') is not null and coalesce(x.policy ->> 'status', '') not ilike 'cancel%';
  insert into exchange_agents (application_id, seen_at, npn)
  select new.id, new.snapshot_at, nullif(new.agent_npn, '')
  where not exists (
    select from (select a.npn from exchange_agents a where a.application_id = new.id order by a.seen_at desc limit 1) newest
    where newest.npn is not distinct from nullif(new.agent_npn, ''))
  on conflict (application_id, seen_at) do update set npn = excluded.npn;
  return null;
end $$;
create trigger marketplace_applications_policies
  after insert or update of document, raw, carrier_id, agent_npn, user_first_name, user_last_name on marketplace_applications
  for each row execute function derive_exchange_policies();

-- Exchange record, carrier's book and statement of a policy and month; derived from the three for the newest months.
create table source_units (
  id bigint generated always as identity primary key,
  month date not null,
  -- 'p' and the policy, 'x' and the exchange's record, or 'l' and the line.
  key text not null,
  carrier_id bigint references carriers,
  policy_id bigint references policies on delete cascade,
  application_id bigint references marketplace_applications on delete cascade,
  place int,
  line_id bigint references commission_lines on delete cascade,
  agent_id bigint references agents,
  -- Agent of record by the exchange.
  exchange_npn text,
  class text not null,
  in_exchange boolean not null,
  in_book boolean not null,
  paid numeric(14, 2) not null,
  stake numeric(14, 2) not null,
  insured_name text not null,
  search_name text collate "C" not null,
  sort_name text collate "C" not null,
  constraint source_units_once unique (month, key)
);
create index source_units_class on source_units (month, class, stake, id);
create index source_units_stake on source_units (month, stake, id);
-- The newest month with a payment, and the order by what was paid.
create index source_units_paid on source_units (month, paid, id);
create index source_units_name on source_units (month, sort_name, id);
create index source_units_agent on source_units (agent_id, month);
create index source_units_carrier on source_units (carrier_id, month);
create index source_units_policy on source_units (policy_id);
create index source_units_application on source_units (application_id);
create index source_units_line on source_units (line_id);
insert into list_versions (list) values ('source-units');
create trigger source_units_touch after insert or update or delete or truncate on source_units
  for each statement execute function note_list_touch('source-units');

-- Agents of others that a user was notified of, once per policy.
create table source_notices (
  policy_id bigint not null references policies on delete cascade,
  npn text not null,
  primary key (policy_id, npn)
);

-- Carriers whose sources changed since they were compared; null for records of no known carrier.
create table source_changes (
  id bigint generated always as identity primary key,
  carrier_id bigint
);
-- When the months of a carrier were compared (0: no known carrier).
create table source_months (
  carrier_id bigint not null,
  month date not null,
  compared_at timestamptz not null default now(),
  primary key (carrier_id, month)
);

create function note_source_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into source_changes (carrier_id) select distinct carrier_id from after;
  elsif tg_op = 'DELETE' then
    insert into source_changes (carrier_id) select distinct carrier_id from before;
  else
    insert into source_changes (carrier_id) select carrier_id from before union select carrier_id from after;
  end if;
  return null;
end $$;
do $$
declare named text;
begin
  foreach named in array array['policies', 'commission_lines', 'commission_months', 'line_months', 'exchange_policies'] loop
    execute format('create trigger %1$s_source_added after insert on %1$I referencing new table as after
      for each statement execute function note_source_changes()', named);
    execute format('create trigger %1$s_source_updated after update on %1$I referencing old table as before new table as after
      for each statement execute function note_source_changes()', named);
    execute format('create trigger %1$s_source_removed after delete on %1$I referencing old table as before
      for each statement execute function note_source_changes()', named);
  end loop;
end $$;

-- Whether the carrier's book has a policy in force on any day of a month. `gone` is the month of the book that it was missing from
-- first; null if it is missing from none of a known month. One expression, so that it is part of the query that calls it.
create function book_covers(p policies, gone date, of_month date) returns boolean immutable language sql as $$
  select p.status <> 'Cancelled'
    and (p.effective_date is null or p.effective_date < of_month + interval '1 month')
    and coalesce(p.term_date, case p.status when 'Terminated' then '-infinity' else 'infinity' end::date) >= of_month
    and (p.missing_since is null or coalesce(of_month < gone, false))
$$;

-- A term as both sides mean it: the exchange ends each year, carriers often do not say an end.
create function term_in_year(term date, effective date) returns date immutable language sql as $$
  select least(coalesce(term, 'infinity'), make_date(extract(year from effective)::int, 12, 31))
$$;

-- Compares the three sources of a carrier's month; null for the exchange's records of no known carrier.
create function derive_source_units(of_carrier bigint, of_month date) returns void language sql as $$
  with dates as materialized (
    select of_month + interval '1 month' as next,
      (of_month + make_interval(months => coalesce((select c.arrears from carriers c where c.id = of_carrier), 0)))::date as statement
  ),
  records as materialized (
    select x.application_id, x.place, x.issuer_number, x.exchange_ids, x.first_name, x.last_name, x.effective, x.expiration, x.members,
      m.snapshot_at, m.agent_id,
      -- Of the month: a change is no reason to doubt the months before it.
      coalesce((select a.npn from exchange_agents a where a.application_id = x.application_id and a.seen_at < (select next from dates)
        order by a.seen_at desc limit 1), (select a.npn from exchange_agents a where a.application_id = x.application_id
        order by a.seen_at limit 1)) as agent_npn
    from exchange_policies x join marketplace_applications m on m.id = x.application_id
    where coalesce(x.carrier_id, 0) = coalesce(of_carrier, 0) and x.effective < (select next from dates) and x.expiration >= of_month
  ),
  book as materialized (
    select p.id from policies p left join import_batches b on b.id = p.missing_batch_id
    where p.carrier_id = of_carrier and book_covers(p, b.month, of_month)
  ),
  parts as (
    select m.line_id, m.amount from line_months m where m.carrier_id = of_carrier and m.month = of_month
    union all
    select l.id, l.amount from commission_lines l
    where l.carrier_id = of_carrier and l.month = (select statement from dates) and l.policy_id is not null
      and not exists (select from line_months m where m.line_id = l.id)
  ),
  money as materialized (
    select l.policy_id, sum(s.amount) as paid, coalesce(sum(s.amount) filter (where l.kind <> 'bonus'), 0) as received
    from parts s join commission_lines l on l.id = s.line_id where l.policy_id is not null group by 1
  ),
  candidates as (
    select r.application_id, r.place, r.snapshot_at, c.policy_id,
      rank() over (partition by r.application_id, r.place order by (b.id is null), c.by) as best
    from records r
    cross join lateral (
      select p.id as policy_id, 1 as by from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.policy_number) = policy_number_key(r.issuer_number)
      union all
      select p.id, 2 from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.member_id) = policy_number_key(r.issuer_number)
      union all
      select p.id, 3 from unnest(r.exchange_ids) e join policies p
        on p.carrier_id = of_carrier and policy_number_key(p.exchange_subscriber_id) = policy_number_key(e)
    ) c
    left join book b on b.id = c.policy_id
  ),
  -- Two policies of the same rank are two candidates, which are never joined; of two records of a policy the newer one is.
  joined as materialized (
    select distinct on (policy_id) policy_id, application_id, place
    from (
      select application_id, place, max(snapshot_at) as snapshot_at, min(policy_id) as policy_id
      from candidates where best = 1 group by 1, 2 having count(distinct policy_id) = 1
    ) one order by policy_id, snapshot_at desc, application_id, place
  ),
  found as (
    select p.id as policy_id, r.application_id, r.place, coalesce(p.agent_id, r.agent_id) as agent_id, r.agent_npn as exchange_npn,
      r.application_id is not null as in_exchange, b.id is not null as in_book,
      coalesce(n.paid, 0) as paid, coalesce(n.received, 0) as received, c.class as month_class, c.stake as month_stake, c.expected,
      r.agent_npn is not null and r.agent_npn is distinct from npn_on(p, greatest(of_month, r.effective)) as other_agent,
      (extract(year from p.effective_date) = extract(year from r.effective) and p.effective_date <> r.effective)
        or term_in_year(p.term_date, r.effective) <> term_in_year(r.expiration, r.effective)
        or p.number_of_members <> r.members as other_facts,
      p.exchange_subscriber_id is null as off_exchange,
      case when c.class is null or c.state = 'unrated'
        then exists (select from commission_month_totals t where t.carrier_id = of_carrier and t.month >= (select statement from dates))
          and not is_behind(p, of_month, true)
        else c.class = 'missing' end as is_due,
      p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name
    from (select id from book union select policy_id from money union select policy_id from joined) k
    join policies p on p.id = k.id
    left join book b on b.id = k.id
    left join money n on n.policy_id = k.id
    left join joined j on j.policy_id = k.id
    left join records r on r.application_id = j.application_id and r.place = j.place
    left join commission_months c on c.policy_id = k.id and c.month = of_month
  ),
  units as (
    select 'p' || policy_id as key, policy_id, application_id, place, null::bigint as line_id, agent_id, exchange_npn,
      case
        when in_exchange and in_book and other_agent then 'agent differs'
        when in_exchange and in_book and other_facts then 'facts differ'
        when in_exchange and in_book and received <> 0 then
          case when coalesce(month_class, 'exact') in ('exact', 'not rated') then 'agrees' else 'paid differently' end
        when in_exchange and in_book then case when is_due then 'not paid' else 'waiting' end
        when in_exchange then case when received <> 0 then 'paid, not on book' else 'not on book' end
        when in_book and off_exchange then case when received <> 0 then 'off exchange, paid' else 'off exchange, unpaid' end
        when in_book then case when received <> 0 then 'no exchange record, paid' else 'no exchange record, unpaid' end
        else 'statement only' end as class,
      in_exchange, in_book, paid,
      case
        when in_exchange and in_book and other_agent then (13 - extract(month from of_month)) * coalesce(nullif(expected, 0), (
          select e.expected from commission_months e where e.policy_id = found.policy_id and e.month < of_month and e.expected > 0
          order by e.month desc limit 1), 0)
        else coalesce(month_stake, 0) end as stake,
      insured_name, search_name, sort_name
    from found
    union all
    select 'x' || r.application_id || '.' || r.place, null, r.application_id, r.place, null, r.agent_id, r.agent_npn, 'not on book', true, false, 0, 0,
      r.first_name || ' ' || r.last_name, plain_text(r.first_name || ' ' || r.last_name), plain_text(r.last_name || ' ' || r.first_name)
    from records r where not exists (select from joined j where j.application_id = r.application_id and j.place = r.place)
    union all
    select 'l' || l.id, null, null, null, l.id, l.agent_id, null, 'statement only', false, false, l.amount, 0,
      coalesce(l.insured_name, l.policy_number), plain_text(coalesce(l.insured_name, l.policy_number)),
      plain_text(coalesce(l.insured_name, l.policy_number))
    from commission_lines l
    where l.carrier_id = of_carrier and l.month = (select statement from dates) and l.policy_id is null
  ),
  gone as (
    delete from source_units u where coalesce(u.carrier_id, 0) = coalesce(of_carrier, 0) and u.month = of_month
      and u.key not in (select n.key from units n)
  )
  insert into source_units as u (month, key, carrier_id, policy_id, application_id, place, line_id, agent_id, exchange_npn, class, in_exchange,
    in_book, paid, stake, insured_name, search_name, sort_name)
  select of_month, n.key, of_carrier, n.policy_id, n.application_id, n.place, n.line_id, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book,
    n.paid, n.stake, n.insured_name, n.search_name, n.sort_name from units n
  on conflict (month, key) do update set carrier_id = excluded.carrier_id, application_id = excluded.application_id, place = excluded.place,
    agent_id = excluded.agent_id, exchange_npn = excluded.exchange_npn, class = excluded.class, in_exchange = excluded.in_exchange, in_book = excluded.in_book,
    paid = excluded.paid, stake = excluded.stake, insured_name = excluded.insured_name, search_name = excluded.search_name,
    sort_name = excluded.sort_name
    where (u.carrier_id, u.application_id, u.place, u.agent_id, u.exchange_npn, u.class, u.in_exchange, u.in_book, u.paid, u.stake, u.insured_name,
        u.search_name, u.sort_name)
      is distinct from (excluded.carrier_id, excluded.application_id, excluded.place, excluded.agent_id, excluded.exchange_npn, excluded.class,
        excluded.in_exchange, excluded.in_book, excluded.paid, excluded.stake, excluded.insured_name, excluded.search_name,
        excluded.sort_name)
$$;

-- Records and books that were loaded before.
update marketplace_applications set agent_npn = agent_npn;
insert into source_changes (carrier_id) select id from carriers union all select null;
