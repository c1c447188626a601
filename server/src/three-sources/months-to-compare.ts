import { sql } from 'kysely'

/** Months that are compared: the newest one of a book or statement, and those before it. */
const comparedMonths = 6

/** The compared months as rows of `n`. */
export const monthsToCompare = sql`(
  select (newest.month - make_interval(months => back))::date as month
  from (
    select least(greatest(
        (select max(b.month) from import_batches b where b.kind = 'policies' and b.undone_at is null),
        (select max(t.month) from commission_month_totals t)),
      date_trunc('month', now())::date + interval '1 month') as month) newest
  cross join generate_series(0, ${sql.lit(comparedMonths - 1)}) back
  where newest.month is not null) n`
