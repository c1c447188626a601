-- Of lines in no closed run, agents see what the pay run of now pays them for writing them (decision 280): by the agent of record of
-- the policy month, its first covered day, the months that the line pays, and the schedule's most members. `earn-part.ts` is the rule.

create index commission_lines_taken_back on commission_lines (policy_id) where amount < 0;

-- Whole cents by weights, the rest to the largest remainders, ties to the lower order (rule 14), as allot.ts.
create function allot_cents(cents bigint, weights bigint[], orders bigint[]) returns bigint[] immutable parallel safe language sql as $$
  with whole as (select coalesce(sum(w), 0) as weight from unnest(weights) w),
  parts as (
    select x.at, x.ord, floor(abs(cents)::numeric * x.weight / nullif(w.weight, 0)) as down,
      abs(cents)::numeric * x.weight - floor(abs(cents)::numeric * x.weight / nullif(w.weight, 0)) * w.weight as rest
    from whole w, unnest(weights, orders) with ordinality as x (weight, ord, at)
  ),
  placed as (
    select at, down, row_number() over (order by rest desc, ord, at) as place, abs(cents) - sum(down) over () as cents_left from parts
  )
  select array_agg(coalesce(sign(cents) * (down + (place <= cents_left)::int), 0)::bigint order by at) from placed
$$;

-- What the last of several chargebacks of a policy month takes back of what closed runs paid `of_agent` for writing it (rule 17), in
-- the order that a run takes them, and the rest of it, which follows the terms. Chargebacks are cents without their sign.
create function pay_taken_back(of_policy bigint, of_month date, of_agent bigint, chargebacks bigint[], out pay numeric, out rest numeric)
  stable language plpgsql as $$
declare
  gross bigint[];
  agency bigint[];
  part_of int[];
  agents bigint[];
  is_own boolean[];
  amounts bigint[];
  of_part int[];
  shares bigint[];
  missing bigint;
  taken bigint;
begin
  with rows as materialized (
    select coalesce(e.reverses, e.line_id) as line, e.agent_id, e.role, e.level, e.held is not null as held, e.statement, e.gross, e.agency,
      e.amount
    from pay_earnings e join pay_runs r on r.id = e.run_id and r.closed_at is not null
    where e.policy_id = of_policy and e.month = of_month and e.kind <> 'open'
  ),
  lines as (
    select line, row_number() over (order by max(statement) desc, line desc) as part, (sum(x.gross) * 100)::bigint as gross,
      (sum(x.agency) * 100)::bigint as agency
    from rows x group by 1
  ),
  balances as (
    select l.part, x.agent_id, x.agent_id = of_agent and x.role = 'writing' as own, (sum(x.amount) * 100)::bigint as amount
    from rows x join lines l on l.line = x.line where x.agent_id is not null and x.role <> 'agency'
    group by l.part, x.agent_id, x.role, x.level, x.held having sum(x.amount) <> 0
  )
  select array_agg(l.gross order by l.part), array_agg(l.agency order by l.part),
    (select array_agg(b.part order by b.part, b.agent_id) from balances b),
    (select array_agg(b.agent_id order by b.part, b.agent_id) from balances b),
    (select array_agg(b.own order by b.part, b.agent_id) from balances b),
    (select array_agg(b.amount order by b.part, b.agent_id) from balances b)
  into gross, agency, part_of, agents, is_own, amounts from lines l;
  for charge in 1..cardinality(chargebacks) loop
    pay := 0;
    missing := chargebacks[charge];
    for part in 1..coalesce(cardinality(gross), 0) loop
      continue when missing = 0 or gross[part] <= 0;
      taken := least(missing, gross[part]);
      of_part := array(select n from generate_subscripts(part_of, 1) n where part_of[n] = part order by n);
      shares := allot_cents(-taken, array(select amounts[n] from unnest(of_part) with ordinality as x (n, at) order by at) || agency[part],
        array(select agents[n] from unnest(of_part) with ordinality as x (n, at) order by at) || 9223372036854775807);
      for at in 1..cardinality(of_part) loop
        amounts[of_part[at]] := amounts[of_part[at]] + shares[at];
        pay := pay + case when is_own[of_part[at]] then shares[at] else 0 end;
      end loop;
      agency[part] := agency[part] + shares[cardinality(shares)];
      gross[part] := gross[part] - taken;
      missing := missing - taken;
    end loop;
  end loop;
  pay := pay / 100;
  rest := -missing / 100.0;
end $$;

-- Cents of the chargebacks of a policy month that no closed run has, up to a line, in the order of a run. Those that wait for terms take
-- nothing back.
create function open_chargebacks(of_policy bigint, of_month date, up_to bigint, own numeric) returns bigint[] stable language sql as $$
  select array(
    select (-coalesce(m.amount, l.amount) * 100)::bigint
    from commission_lines l
    join carrier_terms t on t.carrier_id = l.carrier_id and t.months @> l.month
    left join line_months m on m.line_id = l.id
    where l.policy_id = of_policy and l.amount < 0 and l.id < up_to and l.kind <> 'bonus' and l.matched_by is distinct from 'ignored'
      and coalesce(m.month, l.policy_month, (l.month - make_interval(months => t.arrears))::date) = of_month
      and not (l.agent_id is not null and l.pay is null) and not exists (select from paid_lines d where d.line_id = l.id)
    order by l.id
  ) || (-own * 100)::bigint
$$;

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
      if policy.agent_since is null or policy.agent_since <= on_day then
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

drop trigger commission_lines_pay on commission_lines;
create trigger commission_lines_pay before insert
  or update of agent_id, agent_by, carrier_id, policy_id, month, policy_month, kind, members, amount, matched_by
  on commission_lines for each row execute function set_pay_of_line();

-- Pay of lines by what is known now, with the sums that it changes.
create function refresh_pay_of_lines(of_lines bigint[]) returns void language plpgsql as $$
declare
  changed bigint[];
begin
  with known as materialized (
    select l.id, pay_of_line(l) as pay from commission_lines l where l.id = any(of_lines) and l.agent_id is not null
  ), written as (
    update commission_lines l set pay = k.pay from known k where l.id = k.id and l.pay is distinct from k.pay returning l.id
  )
  select coalesce(array_agg(id), '{}') into changed from written;
  if changed <> '{}' then perform rebuild_sums_of_lines(changed); end if;
end $$;

-- As before, and the lines of policies that the agent shares with their agent of record.
create or replace function refresh_pay(of_carrier bigint, of_agent bigint, since date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('import commissions'), 0);
  perform refresh_pay_of_lines(array(
    select l.id from commission_lines l
    where l.carrier_id = of_carrier and l.agent_id is not null and l.month >= since
      and (of_agent is null or l.agent_id = of_agent or l.policy_id in (select s.policy_id from policy_splits s))));
  update unpaid_policies n set month = n.month
  where n.carrier_id = of_carrier and n.month >= since and (of_agent is null or coalesce(n.from_agent_id, n.aor_id) = of_agent);
  update lost_policies n set month = n.month
  where n.carrier_id = of_carrier and n.month >= since and (of_agent is null or coalesce(n.from_agent_id, n.aor_id) = of_agent);
end $$;

create or replace function refresh_pay_of_policies(of_policies bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('import commissions'), 0);
  perform refresh_pay_of_lines(array(select l.id from commission_lines l where l.policy_id = any(of_policies) and l.agent_id is not null));
  update unpaid_policies n set month = n.month where n.policy_id = any(of_policies);
  update lost_policies n set month = n.month where n.policy_id = any(of_policies);
end $$;

-- The months that lines pay, and the members of policy months, follow the ledger.
create function refresh_pay_of_moved_lines() returns trigger language plpgsql as $$
begin
  if exists (select from moved) then
    perform refresh_pay_of_lines(array(select distinct m.line_id from moved m));
  end if;
  return null;
end $$;
create trigger line_months_pay_added after insert on line_months referencing new table as moved
  for each statement execute function refresh_pay_of_moved_lines();
create trigger line_months_pay_updated after update on line_months referencing new table as moved
  for each statement execute function refresh_pay_of_moved_lines();
create trigger line_months_pay_removed after delete on line_months referencing old table as moved
  for each statement execute function refresh_pay_of_moved_lines();

-- Lines that say no members have those of their policy month, at most the schedule's.
create function lines_by_members(of_policies bigint[], since date) returns bigint[] stable language sql as $$
  select array(select l.id from commission_lines l
    where l.policy_id = any(of_policies) and l.month >= since and l.members is null and l.agent_id is not null)
$$;
create function refresh_pay_of_new_months() returns trigger language plpgsql as $$
declare
  policies bigint[];
  since date;
begin
  -- Until now they had those of the policy.
  select array_agg(distinct n.policy_id), min(n.month) into policies, since
  from added n join policies p on p.id = n.policy_id left join commission_schedules s on s.id = n.schedule_id and s.basis = 'member'
  where p.number_of_members is distinct from least(coalesce(n.members, p.number_of_members), s.cap);
  if policies is not null then perform refresh_pay_of_lines(lines_by_members(policies, since)); end if;
  return null;
end $$;
create trigger commission_months_pay_added after insert on commission_months referencing new table as added
  for each statement execute function refresh_pay_of_new_months();
create function refresh_pay_of_changed_months() returns trigger language plpgsql as $$
declare
  policies bigint[];
  since date;
begin
  select array_agg(distinct n.policy_id), min(n.month) into policies, since
  from after n join before b on b.policy_id = n.policy_id and b.month = n.month
  where (n.members, n.schedule_id, n.expected) is distinct from (b.members, b.schedule_id, b.expected);
  if policies is not null then perform refresh_pay_of_lines(lines_by_members(policies, since)); end if;
  return null;
end $$;
create trigger commission_months_pay_changed after update on commission_months referencing old table as before new table as after
  for each statement execute function refresh_pay_of_changed_months();
create function refresh_pay_of_gone_months() returns trigger language plpgsql as $$
declare
  policies bigint[];
  since date;
begin
  select array_agg(distinct b.policy_id), min(b.month) into policies, since from before b;
  if policies is not null then perform refresh_pay_of_lines(lines_by_members(policies, since)); end if;
  return null;
end $$;
create trigger commission_months_pay_removed after delete on commission_months referencing old table as before
  for each statement execute function refresh_pay_of_gone_months();

-- Pay of chargebacks in the order of a run: each takes what those before it left.
create function refresh_chargebacks(of_lines bigint[]) returns void language plpgsql as $$
declare
  line bigint;
  changed bigint[] := '{}';
begin
  for line in select l.id from commission_lines l where l.id = any(of_lines) and l.agent_id is not null order by l.id loop
    update commission_lines l set pay = pay_of_line(l) where l.id = line and l.pay is distinct from pay_of_line(l);
    if found then changed := changed || line; end if;
  end loop;
  if changed <> '{}' then perform rebuild_sums_of_lines(changed); end if;
end $$;

-- What a close paid is what later chargebacks take back.
create function refresh_chargebacks_after(of_run bigint) returns void language sql as $$
  select refresh_chargebacks(array(
    select l.id from commission_lines l
    where l.amount < 0 and l.policy_id in (select e.policy_id from pay_earnings e where e.run_id = of_run)
      and not exists (select from paid_lines d where d.line_id = l.id)))
$$;

-- As before, and the pay of other agents' lines of the policies, which were another agency's until now.
create or replace function adopt_agent_number(of_agent bigint) returns void language plpgsql as $$
declare
  number text;
  adopted bigint[];
  waiting bigint[];
  of_carrier bigint;
begin
  select npn into number from agents where id = of_agent;
  if number is null then return; end if;
  with taken as (update policies set agent_id = of_agent where agent_npn = number and agent_id is null returning id)
  select coalesce(array_agg(id), '{}') into adopted from taken;
  update policy_agents set agent_id = of_agent where agent_npn = number and agent_id is null;
  select coalesce(array_agg(id), '{}') into waiting from commission_lines
  where agent_id is null and (agent_npn = number or agent_npn is null and policy_id = any(adopted));
  perform assign_line_agents(waiting);
  perform rebuild_sums_of_lines(waiting);
  perform refresh_pay_of_lines(array(select l.id from commission_lines l where l.policy_id = any(adopted) and l.agent_id is not null));
  for of_carrier in select distinct carrier_id from policies where id = any(adopted) loop
    perform rebuild_policy_month_totals(of_carrier);
    perform refresh_unpaid(of_carrier, false);
    perform refresh_lost(of_carrier, false);
  end loop;
end $$;

-- What is stored so far, where it may differ.
select refresh_pay_of_lines(array(
  select l.id from commission_lines l left join policies p on p.id = l.policy_id
  where l.agent_id is not null and not exists (select from paid_lines d where d.line_id = l.id)
    and (l.members is null or l.amount < 0 or l.kind = 'advance' or p.agent_id is distinct from l.agent_id or p.agent_since > l.month
      or extract(day from p.effective_date) > 1 or exists (select from line_months m where m.line_id = l.id)
      or exists (select from policy_splits s where s.policy_id = l.policy_id))));
