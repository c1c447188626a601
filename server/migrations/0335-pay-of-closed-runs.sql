-- Of a line that a closed run has paid, agents see what it paid them, also after contracts, rates or splits change (decision 277).

-- Null when no closed run has the line.
create function paid_of_line(of_line bigint, of_agent bigint) returns numeric stable language sql as $$
  select coalesce((
    select sum(e.amount) from pay_earnings e join pay_runs r on r.id = e.run_id
    where e.line_id = d.original_id and e.agent_id = of_agent and e.role = 'writing' and e.kind <> 'open'
      and r.closed_at is not null), 0)
  from paid_lines d where d.line_id = of_line
$$;

create or replace function pay_of_line(l commission_lines) returns numeric stable language sql as $$
  select coalesce(paid_of_line(l.id, l.agent_id),
    case when exists (select from policy_splits s where s.policy_id = l.policy_id)
      then share_of_pay(p.pay, l.policy_id, l.agent_id, d.day) else p.pay end)
  from carrier_terms t
  cross join lateral (select (l.month - make_interval(months => t.arrears))::date as day) d
  cross join lateral (select case when l.kind = 'bonus' or l.matched_by = 'ignored' then 0 else agent_term_pay(l.amount,
    coalesce(l.members, (select p.number_of_members from policies p where p.id = l.policy_id)),
    l.agent_id, l.carrier_id, d.day) end as pay) p
  where t.carrier_id = l.carrier_id and t.months @> l.month and l.agent_id is not null
$$;

-- After a close: the lines of the run, with what closed runs paid of them.
create function show_pay_of_run(of_run bigint) returns void language plpgsql as $$
declare
  changed bigint[];
begin
  with lines as materialized (
    select d.line_id, d.original_id from paid_lines d
    where d.original_id in (select e.line_id from pay_earnings e where e.run_id = of_run)
  ), paid as materialized (
    select l.id, coalesce(sum(e.amount) filter (where e.agent_id = l.agent_id and e.role = 'writing' and e.kind <> 'open'), 0) as pay
    from lines d
    join commission_lines l on l.id = d.line_id and l.agent_id is not null
    join pay_earnings e on e.line_id = d.original_id
    join pay_runs r on r.id = e.run_id and r.closed_at is not null
    group by l.id
  ), written as (
    update commission_lines l set pay = p.pay from paid p where l.id = p.id and l.pay is distinct from p.pay returning l.id
  )
  select coalesce(array_agg(id), '{}') into changed from written;
  perform rebuild_sums_of_lines(changed);
end $$;

-- Identity of a line across loads: carrier, number, statement, amount and NPN.
create function line_identity(l commission_lines) returns text stable language sql as $$
  select concat_ws('|', l.carrier_id, policy_number_key(coalesce(l.stated_number, l.policy_number)), l.month, l.amount,
    coalesce(l.agent_npn, ''))
$$;

-- After a load or an undo: paid lines that are gone are the standing lines of equal identity, the k-th the k-th. First those with the
-- same NPN, then those of which one names none: an NPN tells two payments apart only where both have it.
create function point_paid_lines() returns void language plpgsql as $$
declare
  found bigint[];
  pointed bigint[] := '{}';
begin
  for pass in 1..2 loop
    with gone as materialized (
      select d.original_id, d.statement, d.amount, split_part(d.identity, '|', 1)::bigint as carrier_id, d.identity,
        regexp_replace(d.identity, '[^|]*$', '') as payment, d.identity like '%|' as is_bare
      from paid_lines d where d.is_changed and not exists (select from commission_lines l where l.id = d.line_id)
    ), standing as (
      select l.id, i.identity, regexp_replace(i.identity, '[^|]*$', '') as payment, i.identity like '%|' as is_bare
      from (select distinct carrier_id, statement, amount from gone) g
      join commission_lines l on l.carrier_id = g.carrier_id and l.month = g.statement and l.amount = g.amount
      cross join lateral (select line_identity(l) as identity) i
      where not exists (select from paid_lines d where d.line_id = l.id)
    ), ranked_gone as (
      select g.*, row_number() over (partition by case pass when 1 then identity else payment || is_bare end order by original_id) as k
      from gone g
    ), ranked_standing as (
      select s.*, row_number() over (partition by case pass when 1 then identity else payment || is_bare end order by id) as k
      from standing s
    ), moved as (
      update paid_lines d set line_id = s.id from ranked_gone g join ranked_standing s on s.k = g.k
        and case pass when 1 then s.identity = g.identity else s.payment = g.payment and s.is_bare <> g.is_bare end
      where d.original_id = g.original_id returning d.line_id
    )
    select coalesce(array_agg(line_id), '{}') into found from moved;
    pointed := pointed || found;
  end loop;
  update commission_lines l set pay = pay_of_line(l) where l.id = any(pointed) and l.pay is distinct from pay_of_line(l);
end $$;

select point_paid_lines();

do $$
declare
  run record;
begin
  for run in select id from pay_runs where closed_at is not null order by id loop
    perform show_pay_of_run(run.id);
  end loop;
end $$;
