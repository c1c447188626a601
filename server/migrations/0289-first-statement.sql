-- Month of the first statement that the agency has of a carrier; what was due before it is not compared. Derived by derive-months.ts.
alter table carriers add column first_statement date;

-- The first month whose payments in some file are at least a quarter as many as those of the largest month there. Fewer are late
-- payments of earlier months in a later month's file. Lines without a file are older than loading.
create function first_statement_of(of_carrier bigint) returns date language sql stable as $$
  with months as (
    select batch_id, month, count(*) as payments from commission_lines where carrier_id = of_carrier and amount > 0 group by 1, 2
  ),
  compared as (select month, batch_id, payments, max(payments) over (partition by batch_id) as largest from months)
  select min(month) from compared where batch_id is null or payments * 4 >= largest;
$$;

update carriers set first_statement = first_statement_of(id);
