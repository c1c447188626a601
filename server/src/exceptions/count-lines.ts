import type { LinesRead } from '@coverdesk/domain/statement-checks/lines-read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isException } from './exception-list.ts'

/** Statements to count: of a carrier or all, from a month to another, as days. */
export interface CountedStatements {
  carrierId: number | null
  from: string | null
  to: string | null
}

/** What became of the lines of statements, and of the rows of their files that are no lines. */
export async function countLines(db: Db, of: CountedStatements): Promise<LinesRead> {
  const { carrierId, from, to } = of
  const isOf = (month: RawBuilder<unknown>) => sql<boolean>`
    (${from}::date is null or ${month} >= ${from}::date) and (${to}::date is null or ${month} <= ${to}::date)`
  const isOfLine = (table: 't' | 'l') => sql<boolean>`
    (${carrierId}::bigint is null or ${sql.ref(`${table}.carrier_id`)} = ${carrierId}) and ${isOf(sql.ref(`${table}.month`))}`
  const { rows } = await sql<Omit<LinesRead, 'deleted' | 'refused' | 'totals'>>`
    select (select coalesce(sum(t.lines), 0)::int from commission_month_totals t where ${isOfLine('t')}) - x.waiting as matched,
      x.exceptions, x.waiting - x.exceptions as "setAside"
    from (
      select count(*)::int as waiting, (count(*) filter (where ${sql.raw(isException)}))::int as exceptions
      from commission_lines l where l.policy_id is null and ${isOfLine('l')}
    ) x`.execute(db)
  const { matched = 0, exceptions = 0, setAside = 0 } = rows[0] ?? {}
  return { matched, exceptions, setAside, deleted: 0, ...(await countRows(db, of)) }
}

/** Total rows and refused rows of the files of statements; refused ones until a later file brings them. */
export async function countRows(
  db: Db,
  { carrierId, from, to }: CountedStatements,
): Promise<Pick<LinesRead, 'refused' | 'totals'>> {
  const { rows } = await sql<Pick<LinesRead, 'refused' | 'totals'>>`
    select
      (select coalesce(sum(b.rows_totals), 0)::int from import_batches b where b.rows_totals > 0 and exists (
        select from commission_lines l where l.last_batch_id = b.id and (${carrierId}::bigint is null or l.carrier_id = ${carrierId})
          and (${from}::date is null or l.month >= ${from}::date) and (${to}::date is null or l.month <= ${to}::date))) as totals,
      (select count(*)::int from refused_statement_rows() r
        where (${carrierId}::bigint is null or r.carriers = '{}' or ${carrierId} = any(r.carriers))
          and ((${from}::date is null and ${to}::date is null) or exists (select from unnest(r.months) m
            where (${from}::date is null or m >= ${from}::date) and (${to}::date is null or m <= ${to}::date)))) as refused`.execute(
    db,
  )
  return rows[0] ?? { refused: 0, totals: 0 }
}
