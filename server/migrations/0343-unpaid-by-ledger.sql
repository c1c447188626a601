-- A carrier with a schedule has one answer to what it did not pay: the months of its ledger that are missing (decision 284).
-- Only months that no schedule rates are found by the statement before.

create function has_schedule(of_carrier bigint) returns boolean stable language sql as $$
  select exists (select from commission_schedules s where s.carrier_id = of_carrier)
$$;

create or replace function find_unpaid(of_carrier bigint, of_month date, of_batch bigint) returns void language sql as $$
  with come as materialized (select * from month_come(of_carrier, of_month)),
  unpaid as (
    select id, bool_or(premium) as premium, bool_or(not premium) as commission from (
      select p.id, true as premium from policies p
      where (select book from come) and p.carrier_id = of_carrier and in_force(p, of_month)
        and is_behind(p, of_month, (select tells from come))
      union all
      select lines.policy_id, false from (
        select l.policy_id, l.amount, bool_or(l.month = of_month) over (partition by l.policy_number) as has_come
        from commission_lines l
        where (select statement from come) and l.carrier_id = of_carrier
          and l.month = any (array[(of_month - interval '1 month')::date, of_month])
      ) lines
      where not lines.has_come and lines.policy_id is not null
        and (not has_schedule(of_carrier) or exists (select from commission_months m
          where m.policy_id = lines.policy_id and m.month = of_month and m.class = 'not rated'))
      group by lines.policy_id having sum(lines.amount) > 0
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

-- Adds the missing months of a carrier's ledger that the list does not show. `of_batch`: the load after which they are missing.
create function find_missing(of_carrier bigint, of_batch bigint) returns void language sql as $$
  insert into unpaid_policies as n (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name,
    number_of_members, at_stake, aor_id, batch_id)
  select p.id, m.month, 'commission', m.carrier_id, p.policy_number, p.first_name || ' ' || p.last_name, p.search_name, p.sort_name,
    p.number_of_members, m.stake, p.agent_id, of_batch
  from commission_months m join policies p on p.id = m.policy_id
  where m.carrier_id = of_carrier and m.class = 'missing'
    and not exists (select from unpaid_policies s where s.policy_id = m.policy_id and s.month = m.month and s.stands)
  order by p.id, m.month
  on conflict (policy_id, month) do update set why = excluded.why, at_stake = excluded.at_stake, aor_id = excluded.aor_id,
    number_of_members = excluded.number_of_members, insured_name = excluded.insured_name, search_name = excluded.search_name,
    sort_name = excluded.sort_name where n.why is null
$$;

-- As before, with the ledger's answer where a schedule rates the month. Such a month is also refreshed when it is older than a year,
-- and when the policy has ended since.
create or replace function refresh_unpaid(of_carrier bigint, with_money boolean) returns void language sql as $$
  with shown as materialized (
    select n.id, n.policy_id, n.policy_number, n.month from unpaid_policies n
    where n.carrier_id = of_carrier
      and (n.why in ('commission', 'both')
        or n.month > (select max(month) - interval '1 year' from unpaid_policies where carrier_id = of_carrier))
  ),
  come as materialized (
    select m.month, c.* from (select distinct month from shown) m, month_come(of_carrier, m.month) c
  ),
  said as (
    select n.id, n.month, p.id as policy_id, in_force(p, n.month) as in_force, c.book and is_behind(p, n.month, c.tells) as premium,
      r.class = 'missing' as missing,
      (not has_schedule(of_carrier) or r.class = 'not rated') and c.statement
        and not exists (select from commission_lines l
          where l.carrier_id = of_carrier and l.month = n.month and l.policy_number = n.policy_number)
        and coalesce((select sum(l.amount) from commission_lines l
          where l.carrier_id = of_carrier and l.month = (n.month - interval '1 month')::date
            and l.policy_number = n.policy_number and l.policy_id = n.policy_id), 0) > 0 as not_followed,
      case when r.class = 'missing' then r.stake end as stake
    from shown n
    join come c on c.month = n.month
    join policies p on p.id = n.policy_id
    left join commission_months r on r.policy_id = n.policy_id and r.month = n.month
  ),
  reasons as (
    select s.id, s.month, s.policy_id, s.stake, s.in_force and s.premium as premium,
      coalesce(s.missing, false) or (s.in_force and coalesce(s.not_followed, false)) as commission
    from said s
  ),
  now as materialized (
    select f.id, p.agent_id as aor_id, p.number_of_members, p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name,
      case when with_money then coalesce(f.stake, last_paid(y.months, extract(month from f.month)::int), last_paid(b.months, 13), 0)
        end as at_stake,
      case when f.premium and f.commission then 'both' when f.premium then 'premium' when f.commission then 'commission' end as why
    from reasons f join policies p on p.id = f.policy_id
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

-- A commission that came is the reason also when the policy has ended since: a ledger's month can be missing after its end.
create or replace function why_settled(p policies, of_month date, stood_for text) returns text stable language sql as $$
  select case
    when stood_for is distinct from 'premium' and exists (select from commission_months m
      where m.policy_id = p.id and m.month = of_month and m.received > 0) then 'commission'
    when p.missing_since is not null then 'missing'
    when not in_force(p, of_month) then 'ended'
    when stood_for is distinct from 'commission' and p.paid_through_date >= of_month then 'paid'
    when stood_for is distinct from 'premium' and exists (select from commission_lines l
      where l.carrier_id = p.carrier_id and l.month = of_month and l.policy_number = p.policy_number) then 'commission'
    else 'corrected' end
$$;

select refresh_unpaid(c.id, true), find_missing(c.id, null) from carriers c where has_schedule(c.id);
