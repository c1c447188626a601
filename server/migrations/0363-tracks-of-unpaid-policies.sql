-- runs with: 0356
-- A policy that no line of a year pays has a track of what was due for it (decision 295): the most expensive ones were missing.
alter table commission_tracks add column expected_only boolean not null default false;
create index commission_tracks_expected on commission_tracks (policy_id, year) where expected_only;
create index commission_tracks_expected_of on commission_tracks (carrier_id) where expected_only;
-- The lines of a number that are exceptions can have a track of the same agent beside it.
drop index commission_tracks_once;
create unique index commission_tracks_once on commission_tracks (carrier_id, policy_number, year, agent_id, expected_only) nulls not distinct;

-- Policies with months of a year that a carrier owed to an agent's policies, though no line of the year is theirs.
create view expected_tracks as
select m.carrier_id, m.policy_id, p.policy_number, extract(year from m.month)::smallint as year, m.agent_id
from commission_months m join policies p on p.id = m.policy_id
where m.state <> 'unrated' and m.expected > 0
  and not exists (select from commission_lines l
    where l.policy_id = m.policy_id and extract(year from l.month)::smallint = extract(year from m.month)::smallint)
group by 1, 2, 3, 4, 5;

-- Brings the tracks without lines of some policies to the ledger.
create function refresh_expected_tracks(of_carrier bigint, of_policies bigint[]) returns void language sql as $$
  with due as materialized (
    select * from expected_tracks d where d.carrier_id = of_carrier and d.policy_id = any(of_policies)
  ), gone as (
    delete from commission_tracks k
    where k.expected_only and k.policy_id = any(of_policies) and not exists (select from due d
      where d.policy_id = k.policy_id and d.year = k.year and d.agent_id is not distinct from k.agent_id
        and d.policy_number = k.policy_number and d.carrier_id = k.carrier_id)
  )
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, months, total, expected_only)
  select d.carrier_id, d.policy_number, d.year, d.agent_id, d.policy_id, array_fill(null::numeric, array[12]), 0, true from due d
  where not exists (select from commission_tracks k
    where k.expected_only and k.policy_id = d.policy_id and k.year = d.year and k.agent_id is not distinct from d.agent_id
      and k.policy_number = d.policy_number and k.carrier_id = d.carrier_id)
$$;

-- The same for all policies of a carrier, also those that are gone.
create function refresh_expected_tracks(of_carrier bigint) returns void language sql as $$
  with due as materialized (
    select * from expected_tracks d where d.carrier_id = of_carrier
  ), gone as (
    delete from commission_tracks k
    where k.expected_only and k.carrier_id = of_carrier and not exists (select from due d
      where d.policy_id = k.policy_id and d.year = k.year and d.agent_id is not distinct from k.agent_id
        and d.policy_number = k.policy_number)
  )
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, months, total, expected_only)
  select d.carrier_id, d.policy_number, d.year, d.agent_id, d.policy_id, array_fill(null::numeric, array[12]), 0, true from due d
  where not exists (select from commission_tracks k
    where k.expected_only and k.carrier_id = d.carrier_id and k.policy_id = d.policy_id and k.year = d.year
      and k.agent_id is not distinct from d.agent_id and k.policy_number = d.policy_number)
$$;

-- Tracks of lines are made as before, then those of the policies without a line.
alter function rebuild_commission_tracks(bigint, text[], int[]) rename to rebuild_tracks_of_lines;
create function rebuild_commission_tracks(of_carrier bigint, of_numbers text[], of_years int[]) returns void language sql as $$
  select rebuild_tracks_of_lines(of_carrier, of_numbers, of_years);
  select refresh_expected_tracks(of_carrier, array(
    select distinct p.id
    from (select distinct unnest(of_numbers) as policy_number) n
    join policies p on p.carrier_id = of_carrier and p.policy_number = n.policy_number
    cross join (select distinct unnest(of_years)::smallint as year) y
    where not exists (select from commission_tracks k
      where k.carrier_id = of_carrier and k.policy_number = n.policy_number and k.year = y.year and k.policy_id = p.id)));
$$;
alter function rebuild_commission_tracks_of(bigint) rename to rebuild_tracks_of_all_lines;
create function rebuild_commission_tracks_of(of_carrier bigint) returns void language sql as $$
  select rebuild_tracks_of_all_lines(of_carrier);
  select refresh_expected_tracks(of_carrier);
$$;

select refresh_expected_tracks(c.id) from carriers c where has_schedule(c.id);
