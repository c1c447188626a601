-- Agents by name in carriers' files: the staged name finds the number.
alter table policies_staging add column agent_name text;
alter table commissions_staging add column agent_name text;

-- What a file holds of its carrier's policies; null: all of them.
alter table import_batches add column part text constraint import_batches_part_known check (part in ('state', 'agent', 'some'));

-- A part of a book does not tell of the others that they are unpaid.
create or replace function month_come(of_carrier bigint, of_month date, out book boolean, out statement boolean, out tells boolean)
stable language sql as $$
  select
    exists (select from import_batches b where b.kind = 'policies' and b.carrier_id = of_carrier and b.undone_at is null
      and b.part is null and b.month >= of_month),
    coalesce((select sum(t.lines) from commission_month_totals t where t.carrier_id = of_carrier and t.month = of_month), 0) * 2
      >= coalesce((select sum(t.lines) from commission_month_totals t
        where t.carrier_id = of_carrier and t.month = (of_month - interval '1 month')::date), 0),
    exists (select from policies p where p.carrier_id = of_carrier and p.paid_through_date is not null)
$$;
