-- runs with: 0387
-- Since a book names no agent of a policy anymore, the months before it lost the agent whom earlier books named (decision 328): the lines of
-- these months waited for an agent, and no run paid them.
create or replace function agent_on(p policies, on_day date) returns bigint stable language sql as $$
  select case when p.agent_since <= on_day then p.agent_id
    when p.agent_since is null and not exists (select from policy_agents e where e.policy_id = p.id and upper(e.held) > on_day) then p.agent_id
    else (select e.agent_id from policy_agents e where e.policy_id = p.id
      order by (e.held @> on_day) desc, e.held limit 1) end
$$;
create or replace function npn_on(p policies, on_day date) returns text stable language sql as $$
  select case when p.agent_since <= on_day then p.agent_npn
    when p.agent_since is null and not exists (select from policy_agents e where e.policy_id = p.id and upper(e.held) > on_day) then p.agent_npn
    else (select e.agent_npn from policy_agents e where e.policy_id = p.id
      order by (e.held @> on_day) desc, e.held limit 1) end
$$;
create or replace function agent_of_record(p policies, of_month date) returns bigint stable language sql as $$
  select case when p.agent_since < of_month + interval '1 month' then p.agent_id
    when p.agent_since is null and not exists (select from policy_agents e where e.policy_id = p.id and upper(e.held) > of_month) then p.agent_id
    else (select e.agent_id from policy_agents e
      where e.policy_id = p.id and e.held && daterange(of_month, (of_month + interval '1 month')::date)
      order by e.held desc limit 1) end
$$;

-- As before, with the agent of the day also where none holds the policy anymore.
-- Conditions with a subquery are nested: a combined one would run as a query for each line, whatever stands before the `and`.
create or replace function pay_of_line(l commission_lines) returns numeric stable language plpgsql as $$
declare
  policy record;
  part record;
  on_day date;
  npn text;
  earner bigint;
  insured int;
  back record;
  by_terms numeric;
  is_split boolean;
  received numeric;
  pay numeric;
  total numeric;
begin
  if l.agent_id is null then return null; end if;
  if exists (select from paid_lines d where d.line_id = l.id) then return paid_of_line(l.id, l.agent_id); end if;
  if l.kind = 'bonus' or l.matched_by = 'ignored' then return 0; end if;
  -- An advance of a carrier with a schedule pays what is drawn of it.
  if l.kind = 'advance' then
    if exists (select from commission_schedules s where s.carrier_id = l.carrier_id) then total := 0; end if;
  end if;
  select p.id, p.effective_date, p.agent_id, p.agent_npn, p.agent_since, p.number_of_members,
    exists (select from policy_splits s where s.policy_id = p.id) as is_split
  into policy from policies p where p.id = l.policy_id;
  for part in
    select coalesce(m.month, l.policy_month, (l.month - make_interval(months => t.arrears))::date) as month,
      coalesce(m.amount, l.amount) as amount
    from carrier_terms t left join line_months m on m.line_id = l.id
    where t.carrier_id = l.carrier_id and t.months @> l.month and (total is null or m.month <= l.month)
    order by 1
  loop
    on_day := case when date_trunc('month', policy.effective_date) = part.month then policy.effective_date else part.month end;
    earner := l.agent_id;
    if policy.id is not null and l.agent_by is distinct from 'person' then
      if policy.agent_since <= on_day then
        if policy.agent_npn is not null then earner := policy.agent_id; end if;
      else
        select npn_on(p, on_day), agent_on(p, on_day) into npn, earner from policies p where p.id = policy.id;
        if npn is null then earner := l.agent_id; end if;
      end if;
    end if;
    -- The policy is of another agency's agent.
    if earner is null then total := coalesce(total, 0); continue; end if;
    insured := l.members;
    if insured is null then
      select least(coalesce(o.members, policy.number_of_members), s.cap) into insured
      from (select) one left join commission_months o on o.policy_id = policy.id and o.month = part.month
      left join commission_schedules s on s.id = o.schedule_id and s.basis = 'member';
    end if;
    received := part.amount;
    pay := 0;
    if received < 0 and policy.id is not null then
      if exists (select from pay_earnings e join pay_runs r on r.id = e.run_id and r.closed_at is not null
        where e.policy_id = policy.id and e.month = part.month) then
        back := pay_taken_back(policy.id, part.month, l.agent_id, open_chargebacks(policy.id, part.month, l.id, received));
        pay := back.pay;
        received := back.rest;
      end if;
    end if;
    is_split := false;
    if policy.is_split then
      is_split := exists (select from policy_splits s where s.policy_id = policy.id and s.start_date <= on_day
        and (s.end_date is null or s.end_date >= on_day));
    end if;
    if (received <> 0 or part.amount = 0) and (is_split or earner = l.agent_id) then
      by_terms := agent_term_pay(received, insured, earner, l.carrier_id, on_day);
      if by_terms is null then return null; end if;
      pay := pay + case when is_split then share_of_pay(by_terms, policy.id, l.agent_id, on_day) else by_terms end;
    end if;
    total := coalesce(total, 0) + pay;
  end loop;
  return total;
end $$;

-- As before, and lines of months that an earlier agent of record held, who is added after another one holds the policy: they went on waiting.
create or replace function adopt_agent_number(of_agent bigint) returns void language plpgsql as $$
declare
  number text;
  adopted bigint[];
  earlier bigint[];
  waiting bigint[];
  of_carrier bigint;
begin
  select npn into number from agents where id = of_agent;
  if number is null then return; end if;
  with taken as (update policies set agent_id = of_agent where agent_npn = number and agent_id is null returning id)
  select coalesce(array_agg(id), '{}') into adopted from taken;
  with taken as (update policy_agents set agent_id = of_agent where agent_npn = number and agent_id is null returning policy_id)
  select coalesce(array_agg(distinct policy_id), '{}') into earlier from taken;
  select coalesce(array_agg(id), '{}') into waiting from commission_lines
  where agent_id is null and (agent_npn = number or agent_npn is null and policy_id = any(adopted || earlier));
  perform assign_line_agents(waiting);
  perform rebuild_sums_of_lines(waiting);
  perform refresh_pay_of_lines(array(select l.id from commission_lines l where l.policy_id = any(adopted || earlier)
    and l.agent_id is not null));
  for of_carrier in select distinct carrier_id from policies where id = any(adopted) loop
    perform rebuild_policy_month_totals(of_carrier);
    perform refresh_unpaid(of_carrier, false);
    perform refresh_lost(of_carrier, false);
  end loop;
end $$;

-- As before; a book that names no agent, or the agency itself, does not name another one than the exchange.
create or replace function derive_source_units(of_carrier bigint, of_month date) returns void language sql as $$
  with dates as materialized (
    select of_month + interval '1 month' as next, statements_that_pay(of_carrier, of_month) as statements,
      statement_due_for(of_carrier, of_month) as due
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
  book as (
    select p.id from policies p left join import_batches b on b.id = p.missing_batch_id
    where p.carrier_id = of_carrier and book_covers(p, b.month, of_month)
  ),
  parts as (
    select l.policy_id, l.kind, m.amount from line_months m join commission_lines l on l.id = m.line_id
    where m.carrier_id = of_carrier and m.month = of_month and l.policy_id is not null
    union all
    select l.policy_id, l.kind, l.amount from commission_lines l
    where l.carrier_id = of_carrier and l.month = any((select statements from dates)::date[]) and l.policy_id is not null
      and l.policy_month is null and l.id not in (select m.line_id from line_months m where m.carrier_id = of_carrier)
    union all
    select l.policy_id, l.kind, l.amount from commission_lines l
    where l.carrier_id = of_carrier and l.policy_month = of_month and l.policy_id is not null
      and not exists (select from line_months m where m.line_id = l.id)
  ),
  candidates as (
    select r.*, c.policy_id, rank() over (partition by r.application_id, r.place order by (c.in_book is not true), c.by) as best
    from records r
    cross join lateral (
      select p.id as policy_id, 1 as by, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month) as in_book
      from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.policy_number) = policy_number_key(r.issuer_number)
      union all
      select p.id, 2, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month) from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.member_id) = policy_number_key(r.issuer_number)
      union all
      select p.id, 3, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month)
      from unnest(r.exchange_ids) e join policies p
        on p.carrier_id = of_carrier and policy_number_key(p.exchange_subscriber_id) = policy_number_key(e)
    ) c
  ),
  -- Two policies of the same rank are two candidates, which are never joined; of two records of a policy the newer one is.
  joined as materialized (
    select distinct on (policy_id) *
    from (
      select application_id, place, max(snapshot_at) as snapshot_at, min(policy_id) as policy_id, max(agent_id) as agent_id,
        max(agent_npn) as agent_npn, max(effective) as effective, max(expiration) as expiration, max(members) as members
      from candidates where best = 1 group by 1, 2 having count(distinct policy_id) = 1
    ) one order by policy_id, snapshot_at desc, application_id, place
  ),
  -- The facts of the three sources by policy: one grouping, whose cost does not depend on what the planner knows of them.
  facts as (
    select policy_id, bool_or(in_book) as in_book, coalesce(sum(amount), 0) as paid,
      coalesce(sum(amount) filter (where kind <> 'bonus'), 0) as received, max(application_id) as application_id, max(place) as place,
      max(agent_id) as agent_id, max(agent_npn) as agent_npn, max(effective) as effective, max(expiration) as expiration,
      max(members) as members
    from (
      select b.id as policy_id, true as in_book, null::numeric as amount, null::text as kind, null::bigint as application_id, null::int as place,
        null::bigint as agent_id, null::text as agent_npn, null::date as effective, null::date as expiration, null::int as members
      from book b
      union all
      select s.policy_id, false, s.amount, s.kind, null, null, null, null, null, null, null from parts s
      union all
      select j.policy_id, false, null, null, j.application_id, j.place, j.agent_id, j.agent_npn, j.effective, j.expiration, j.members from joined j
    ) f group by policy_id
  ),
  found as (
    select p.id as policy_id, k.application_id, k.place, coalesce(p.agent_id, k.agent_id) as agent_id, k.agent_npn as exchange_npn,
      k.application_id is not null as in_exchange, k.in_book,
      k.paid, k.received, c.class as month_class, c.stake as month_stake, c.expected,
      nullif(k.agent_npn, (select a.npn from agency_settings a)) <> nullif(npn_on(p, greatest(of_month, k.effective)),
        (select a.npn from agency_settings a)) as other_agent,
      (extract(year from p.effective_date) = extract(year from k.effective) and p.effective_date <> k.effective)
        or term_in_year(p.term_date, k.effective) <> term_in_year(k.expiration, k.effective)
        or p.number_of_members <> k.members as other_facts,
      p.exchange_subscriber_id is null as off_exchange,
      case when c.class is null or c.state = 'unrated'
        then exists (select from commission_month_totals t where t.carrier_id = of_carrier and t.month >= (select due from dates)
            and t.lines > t.of_agents)
          and not is_behind(p, of_month, true)
        else c.class = 'missing' end as is_due,
      p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name
    from facts k
    join policies p on p.id = k.policy_id
    left join commission_months c on c.policy_id = k.policy_id and c.month = of_month
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
    from records r where (r.application_id, r.place) not in (select j.application_id, j.place from joined j)
    union all
    select 'l' || l.id, null, null, null, l.id, l.agent_id, null, 'statement only', false, false, l.amount, 0,
      coalesce(l.insured_name, l.policy_number), plain_text(coalesce(l.insured_name, l.policy_number)),
      plain_text(coalesce(l.insured_name, l.policy_number))
    from commission_lines l
    where l.carrier_id = of_carrier and l.policy_id is null
      and (l.policy_month = of_month or l.policy_month is null and l.month = any((select statements from dates)::date[]))
  ),
  gone as (
    delete from source_units u where coalesce(u.carrier_id, 0) = coalesce(of_carrier, 0) and u.month = of_month
      and u.key not in (select n.key from units n)
  )
  insert into source_units as u (month, key, carrier_id, policy_id, application_id, place, line_id, agent_id, exchange_npn, class, in_exchange,
    in_book, paid, stake, insured_name, search_name, sort_name)
  select of_month, n.key, of_carrier, n.policy_id, n.application_id, n.place, n.line_id, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book,
    n.paid, n.stake, n.insured_name, n.search_name, n.sort_name
  from units n left join source_units o on o.month = of_month and o.key = n.key
  where o.key is null or (o.carrier_id, o.application_id, o.place, o.agent_id, o.exchange_npn, o.class, o.in_exchange, o.in_book, o.paid,
      o.stake, o.insured_name, o.search_name, o.sort_name)
    is distinct from (of_carrier, n.application_id, n.place, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book, n.paid,
      n.stake, n.insured_name, n.search_name, n.sort_name)
  on conflict (month, key) do update set carrier_id = excluded.carrier_id, application_id = excluded.application_id, place = excluded.place,
    agent_id = excluded.agent_id, exchange_npn = excluded.exchange_npn, class = excluded.class, in_exchange = excluded.in_exchange, in_book = excluded.in_book,
    paid = excluded.paid, stake = excluded.stake, insured_name = excluded.insured_name, search_name = excluded.search_name,
    sort_name = excluded.sort_name;
$$;

-- Lines that lost their agent get it back.
do $$
declare
  waiting bigint[];
begin
  select array_agg(l.id) into waiting from commission_lines l join policies p on p.id = l.policy_id
  where l.agent_id is null and l.agent_npn is null and p.agent_since is null
    and exists (select from policy_agents e where e.policy_id = p.id and e.agent_id is not null and upper(e.held) > l.month);
  if waiting is not null then
    perform assign_line_agents(waiting);
    perform rebuild_sums_of_lines(waiting);
  end if;
end $$;

-- Advances that came before the coverage, months with a line of 0.00, and cohorts of policies without a date, by the rules of now.
insert into ledgers_to_derive select distinct carrier_id from commission_months on conflict do nothing;
insert into source_changes (carrier_id) select id from carriers union all select null;
