import { hasCome } from '@coverdesk/domain/expected/coverage.ts'
import { monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import {
  maxRefusedRows,
  type RefusedRow,
  type StatementCheck,
} from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { sql } from 'kysely'
import type { Period } from '../commissions/delete-statements.ts'
import { countRows } from '../exceptions/count-lines.ts'
import { isException } from '../exceptions/exception-list.ts'
import { confirmationOf } from '../expected/confirmation-of.ts'
import { isConfirmedWhole, readCarrier } from '../expected/read-carrier.ts'
import type { Db } from '../platform/db/database.ts'

/** What became of the lines of a statement, which may have none. Fails with `carrier.not_found`. */
export async function findStatementCheck(db: Db, { carrierId, month }: Period): Promise<StatementCheck> {
  const carrier = (await readCarrier(db, carrierId)) ?? fail('carrier.not_found')
  const { rows } = await sql<
    Omit<StatementCheck, 'hasCome' | 'refused' | 'waiting' | 'refusedRows' | 'totals' | 'deleted'>
  >`
    select count(l.id)::int as lines, coalesce(sum(l.amount), 0)::numeric(18, 2)::text as amount,
      count(l.policy_id)::int as matched, count(l.id) filter (where ${sql.raw(isException)})::int as exceptions,
      count(l.id) filter (where l.policy_id is null and not (${sql.raw(isException)}))::int as "setAside",
      (select ${confirmationOf('k', sql`, 'lines', k.lines, 'holds', ${isConfirmedWhole}`)}
        from statement_confirmations k
        where k.carrier_id = ${carrierId} and k.month = ${month}::date and k.undone_at is null) as confirmation
    from commission_lines l where l.carrier_id = ${carrierId} and l.month = ${month}::date`.execute(db)
  const { totals } = await countRows(db, { carrierId, from: month, to: month })
  const refusedRows = await refusedRowsOf(db, { carrierId, month })
  return {
    ...(rows[0] ?? fail('server.error')),
    totals,
    deleted: 0,
    refused: refusedRows.length,
    waiting: refusedRows.filter(({ setAside }) => setAside === null).length,
    refusedRows: refusedRows.slice(0, maxRefusedRows),
    hasCome: hasCome(monthOfDay(month), carrier),
  }
}

/** Refused rows of the files of a statement that no later file brought, the waiting ones first. */
export async function refusedRowsOf(db: Db, { carrierId, month }: Period): Promise<RefusedRow[]> {
  const { rows } = await sql<RefusedRow>`
    select r.batch_id as "batchId", r.file_name as "fileName", r.line, r.column_name as "column", r.value, r.reason,
      r.policy_number as "policyNumber", case when k.id is not null then ${confirmationOf('k')} end as "setAside"
    from refused_statement_rows() r
    left join refused_rows_set_aside k on k.file_hash = r.file_hash and k.line = r.line and k.undone_at is null
    where (r.carriers = '{}' or ${carrierId} = any(r.carriers)) and ${month}::date = any(r.months)
    order by k.id is not null, r.batch_id, r.line`.execute(db)
  return rows
}
