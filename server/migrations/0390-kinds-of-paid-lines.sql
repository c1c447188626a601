-- runs with: 0387
-- What a paid line pays begins with whose it is, where that is not its agents': a kind that a later file says moves money as a month does
-- (money.md, rules 10 and 20). As `partsNow` of moved-parts.ts.
create function word_of_paid_line(kind text, matched_by text) returns text immutable parallel safe language sql as $$
  select case when matched_by is not distinct from 'ignored' then 'ignored ' when kind in ('bonus', 'advance') then kind || ' ' else '' end
$$;

-- Bonuses that agents earned nothing of. Those that a file called bonuses after agents were paid are taken back by the next run.
update paid_lines d set parts = 'bonus ' || d.parts
from commission_lines l
where l.id = d.line_id and l.kind = 'bonus' and l.matched_by is distinct from 'ignored' and not exists (
  select from pay_earnings e join pay_runs r on r.id = e.run_id and r.closed_at is not null
  where coalesce(e.reverses, e.line_id) = d.original_id and e.kind <> 'open' and e.role <> 'agency'
  group by e.agent_id having sum(e.amount) <> 0);
update paid_lines d set is_changed = true
from commission_lines l
where l.id = d.line_id and l.kind = 'bonus' and l.matched_by is distinct from 'ignored' and d.parts not like 'bonus %';

-- As before; another of these kinds is another payment.
create or replace function mark_changed_lines() returns trigger language plpgsql as $$
begin
  if exists (select from paid_lines) then
    update paid_lines d set is_changed = true from before b left join after a on a.id = b.id
    where d.line_id = b.id and not d.is_changed
      and (b.policy_id, b.matched_by, b.month, b.amount, b.carrier_id, b.policy_month, word_of_paid_line(b.kind, null))
        is distinct from (a.policy_id, a.matched_by, a.month, a.amount, a.carrier_id, a.policy_month, word_of_paid_line(a.kind, null));
  end if;
  return null;
end $$;

-- As before, but lines that say their month or kind first find the paid ones that paid it: the k-th of equal lines is another payment when
-- the file comes again in another order.
create or replace function point_paid_lines() returns void language plpgsql as $$
declare
  found bigint[];
  pointed bigint[] := '{}';
begin
  -- With the same NPN and what they say, with the same NPN, and the same two where one of them names no NPN.
  for pass in 1..4 loop
    with gone as materialized (
      select d.original_id, d.statement, d.amount, split_part(d.identity, '|', 1)::bigint as carrier_id, d.identity,
        regexp_replace(d.identity, '[^|]*$', '') as payment, d.identity like '%|' as is_bare, coalesce(d.parts, '') as said
      from paid_lines d where d.is_changed and not exists (select from commission_lines l where l.id = d.line_id)
    ), standing as (
      select l.id, i.identity, regexp_replace(i.identity, '[^|]*$', '') as payment, i.identity like '%|' as is_bare,
        case when l.policy_month is not null or l.kind = 'bonus' then word_of_paid_line(l.kind, l.matched_by)
          || coalesce(l.policy_month, (l.month - make_interval(months => t.arrears))::date) || ':' || l.amount end as said
      from (select distinct carrier_id, statement, amount from gone) g
      join commission_lines l on l.carrier_id = g.carrier_id and l.month = g.statement and l.amount = g.amount
      join carrier_terms t on t.carrier_id = l.carrier_id and t.months @> l.month
      cross join lateral (select line_identity(l) as identity) i
      where not exists (select from paid_lines d where d.line_id = l.id)
    ), ranked_gone as (
      select g.*, row_number() over (partition by case when pass <= 2 then identity else payment || is_bare end,
        case when pass in (1, 3) then said end order by original_id) as k
      from gone g
    ), ranked_standing as (
      select s.*, row_number() over (partition by case when pass <= 2 then identity else payment || is_bare end,
        case when pass in (1, 3) then said end order by id) as k
      from standing s
    ), moved as (
      update paid_lines d set line_id = s.id from ranked_gone g join ranked_standing s on s.k = g.k
        and case when pass <= 2 then s.identity = g.identity else s.payment = g.payment and s.is_bare <> g.is_bare end
        and (pass in (2, 4) or s.said = g.said)
      where d.original_id = g.original_id returning d.line_id
    )
    select coalesce(array_agg(line_id), '{}') into found from moved;
    pointed := pointed || found;
  end loop;
  update commission_lines l set pay = pay_of_line(l) where l.id = any(pointed) and l.pay is distinct from pay_of_line(l);
end $$;

-- As before, without bonuses, which are no part of what was received of a month (rule 10).
create or replace function pay_taken_back(of_policy bigint, of_month date, of_agent bigint, chargebacks bigint[], out pay numeric, out rest numeric)
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
      and not exists (select from paid_lines d where d.original_id = coalesce(e.reverses, e.line_id) and d.parts like 'bonus %')
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
