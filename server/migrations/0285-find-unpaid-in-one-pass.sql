-- Reads the lines of both months once. The join of one month with the other compared each line with each one while the statistics did
-- not know the carrier's lines yet, which is so in the first loads of an agency.
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
