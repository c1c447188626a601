-- Lines that wait for their policy or agent are matched when it comes, so that the order of loads does not matter.
create index commission_lines_waiting on commission_lines (carrier_id) where policy_id is null;
create index commission_lines_without_agent on commission_lines (month, id) where agent_id is null;
create index policies_without_agent on policies (agent_npn) where agent_id is null;

-- Sums of the lines' carriers, months and policies.
create function rebuild_sums_of_lines(of_lines bigint[]) returns void language plpgsql as $$
declare
  of_carrier record;
begin
  for of_carrier in
    select l.carrier_id, array_agg(distinct l.month) as months, array_agg(distinct l.policy_number) as numbers,
      array_agg(distinct extract(year from l.month)::int) as years,
      coalesce(array_agg(distinct l.policy_id) filter (where l.policy_id is not null), '{}') as policies
    from commission_lines l where l.id = any(of_lines) group by 1
  loop
    perform rebuild_commission_years_of(of_carrier.policies, of_carrier.years);
    perform rebuild_commission_month_totals(of_carrier.carrier_id, of_carrier.months);
    perform rebuild_commission_tracks(of_carrier.carrier_id, of_carrier.numbers, of_carrier.years);
  end loop;
end $$;

-- Gives an agent the policies and lines that name the agent's number and have no agent yet.
create function adopt_agent_number(of_agent bigint) returns void language plpgsql as $$
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
  perform match_commission_lines(waiting);
  perform rebuild_sums_of_lines(waiting);
  for of_carrier in select distinct carrier_id from policies where id = any(adopted) loop
    perform rebuild_policy_month_totals(of_carrier);
    perform refresh_unpaid(of_carrier, false);
    perform refresh_lost(of_carrier, false);
  end loop;
end $$;

-- Agents assigned to lines by a person can be changed for many at once, and that undone.
alter table commission_lines add column version int not null default 1;
