-- runs with: 0392
-- A policy that came back and is lost again is lost in the later month (decision 047). Before, its row of the first time stood again
-- in its old month and with its old status, and the later month had none.

-- Month of the last file that lacks a policy, or that changed what ends it or whose it is; null: none did.
create function lost_since(p policies) returns date stable language sql as $$
  select b.month from import_batches b where b.id = greatest(p.missing_batch_id, (
    select max(c.batch_id) from policy_changes c
    where c.policy_id = p.id and c.field in ('PolicyStatus', 'TermDate', 'AgentNPN')))
$$;

-- As before, but a row that left its list stands again only by a file of its month or an earlier one, or by the undo of the file with
-- which it left.
create or replace function refresh_lost(of_carrier bigint, with_money boolean) returns void language sql as $$
  with newest as (
    select max(month) as month from import_batches where kind = 'policies' and carrier_id = of_carrier and undone_at is null
  ),
  undone as materialized (select loaded_at from import_batches where undone_at = now()),
  now as materialized (
    select n.id, p.agent_id as aor_id, p.number_of_members, p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name,
      case when with_money then coalesce(last_paid(y.months, extract(month from n.month)::int), last_paid(b.months, 13), 0) end as at_stake,
      case when w.why is not null and n.why is null and lost_since(p) > n.month
        and not exists (select from undone u where u.loaded_at = n.left_at) then null else w.why end as why
    from lost_policies n join policies p on p.id = n.policy_id
    cross join lateral (select why_lost(p, n.month, (select month from newest), n.from_agent_id) as why) w
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
