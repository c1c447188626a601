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
