-- The sums of commissions in one pass over the lines: twelve times as fast as month by month, and only for the years that
-- a file touched.
create or replace function rebuild_commission_years(of_carrier bigint) returns void language sql as $$
  delete from commission_years y using policies p where p.id = y.policy_id and p.carrier_id = of_carrier;
  insert into commission_years (policy_id, year, months)
  select policy_id, year, array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
    sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
    sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
    sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)]
  from (
    select policy_id, extract(year from month)::smallint as year, extract(month from month)::int as m, amount
    from commission_lines where carrier_id = of_carrier and policy_id is not null
  ) lines
  group by 1, 2;
$$;

drop function rebuild_commission_years_of(bigint[]);
create function rebuild_commission_years_of(of_policies bigint[], of_years int[]) returns void language sql as $$
  delete from commission_years where policy_id = any(of_policies) and year = any(of_years);
  insert into commission_years (policy_id, year, months)
  select policy_id, year, array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
    sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
    sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
    sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)]
  from (
    select policy_id, extract(year from month)::smallint as year, extract(month from month)::int as m, amount
    from commission_lines
    where policy_id = any(of_policies)
      and month >= (select make_date(min(y), 1, 1) from unnest(of_years) y)
      and month <= (select make_date(max(y), 12, 1) from unnest(of_years) y)
  ) lines
  where year = any(of_years)
  group by 1, 2;
$$;
