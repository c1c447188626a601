import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn, writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { StatementCheck, statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { sql } from 'kysely'
import type { Period } from '../commissions/delete-statements.ts'
import { deriveMonths } from '../expected/derive-months.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { findStatementCheck } from './find-statement-check.ts'

/** A statement of the next month may have come already. */
const daysToNextMonth = 31

/**
 * Confirms that a statement is whole, with the lines that are loaded now; what it should pay and does not is missing from then on
 * (rule 8). Loads wait, and the carrier's months follow in the same transaction. Closed pay runs stay as they are.
 */
export const confirmStatement: Handler<typeof statementChecks.confirm> = (call, { reason, ...query }) =>
  inTransaction(call.db, async (db) => {
    const period = await lockPeriod(db, query)
    if (period.month > plusDays(todayIn(call.now), daysToNextMonth)) fail('statement.not_yet')
    await withdraw(db, call, period)
    await sql`
      insert into statement_confirmations (carrier_id, month, lines, reason, created_at, created_by)
      select ${period.carrierId}, ${period.month}::date, coalesce(sum(t.lines), 0), ${reason}, ${call.now}, ${call.user.id}
      from commission_month_totals t where t.carrier_id = ${period.carrierId} and t.month = ${period.month}::date`.execute(
      db,
    )
    return await followConfirmation(db, call, period, 'confirmed')
  })

/** Takes back what a person said of a statement. Fails with `statement.not_confirmed`. */
export const withdrawStatement: Handler<typeof statementChecks.withdraw> = (call, query) =>
  inTransaction(call.db, async (db) => {
    const period = await lockPeriod(db, query)
    if ((await withdraw(db, call, period)) === 0) fail('statement.not_confirmed')
    return await followConfirmation(db, call, period, 'confirmation taken back')
  })

/** Waits for loads, whose lines are counted. Fails with `carrier.not_found`. */
export async function lockPeriod(
  db: Db,
  { carrierId, month, year }: { carrierId: number; month: number; year: number },
): Promise<Period> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  await lockCarrier(db, 'commissions', null)
  const { rows } = await sql`select from carriers where id = ${carrierId} for key share`.execute(db)
  if (rows.length === 0) fail('carrier.not_found')
  return { carrierId, month: writeDate(year, month, 1) }
}

async function withdraw(db: Db, { now, user }: SignedInCall, { carrierId, month }: Period): Promise<number> {
  const { numAffectedRows } = await sql`
    update statement_confirmations set undone_at = ${now}, undone_by = ${user.id}
    where carrier_id = ${carrierId} and month = ${month}::date and undone_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function followConfirmation(db: Db, call: SignedInCall, period: Period, fields: string) {
  await deriveMonths(db, [period.carrierId])
  return await recordCheck(db, call, period, fields)
}

/** The statement after a change, with the audit event. */
export async function recordCheck(db: Db, call: SignedInCall, period: Period, fields: string): Promise<StatementCheck> {
  const check = await findStatementCheck(db, period)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'statement',
    entityId: `${period.carrierId} ${period.month.slice(0, 7)}`,
    outcome: 'done',
    facts: { carrierId: period.carrierId, month: period.month, records: check.lines, fields },
  })
  return check
}
