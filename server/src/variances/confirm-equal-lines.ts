import { fail } from '@coverdesk/domain/fail.ts'
import type { VarianceRow, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { deriveMonthsOf } from '../expected/derive-months.ts'
import { keepChange } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { explainMonths } from './explain-variance.ts'
import { findVariance } from './variance-queries.ts'

/**
 * Confirms that the equal lines of a duplicate are all right: the month is then over, or exact, and the held pay of the later lines is
 * paid by the next run. Loads wait, and the policy's months follow in the same transaction.
 */
export const confirmEqualLines: Handler<typeof variances.confirmEqualLines> = (call, { id, reason }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    const before = await findVariance(db, call.user.visibility('Statement'), id)
    if (before.class !== 'duplicate' || before.closedAt !== null) fail('variance.not_duplicate')
    const lines = await linesOf(db, before)
    await withdraw(db, call, lines)
    await sql`
      insert into equal_line_confirmations (carrier_id, policy_number, statement, amount, lines, reason, created_at, created_by)
      select l.carrier_id, l.policy_number, l.month, l.amount, count(*), ${reason}, ${call.now}, ${call.user.id}
      from commission_lines l where l.id = any(${lines}::bigint[]) and l.amount > 0
      group by 1, 2, 3, 4 having count(*) > 1`.execute(db)
    return await followDecision(db, call, before, { action: 'Equal lines confirmed', reason })
  })

/** Takes back that equal lines are right. Fails with `variance.not_confirmed`. */
export const withdrawEqualLines: Handler<typeof variances.withdrawEqualLines> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    await lockCarrier(db, 'commissions', null)
    const before = await findVariance(db, call.user.visibility('Statement'), id)
    if ((await withdraw(db, call, await linesOf(db, before))) === 0) fail('variance.not_confirmed')
    return await followDecision(db, call, before, { action: 'Confirmation taken back', reason: '' })
  })

/** Ids of the lines that pay the month. */
async function linesOf(db: Db, { carrierId, policyId, month }: VarianceRow): Promise<number[]> {
  const [explained] = await explainMonths(db, carrierId, [{ policyId, month }])
  return explained?.lines.map(({ id }) => id) ?? []
}

async function withdraw(db: Db, { now, user }: SignedInCall, lines: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update equal_line_confirmations q set undone_at = ${now}, undone_by = ${user.id}
    where q.undone_at is null and exists (
      select from commission_lines l where l.id = any(${lines}::bigint[]) and l.carrier_id = q.carrier_id
        and l.policy_number = q.policy_number and l.month = q.statement and l.amount = q.amount)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function followDecision(
  db: Db,
  call: SignedInCall,
  { id, carrierId, policyId }: VarianceRow,
  { action, reason }: { action: string; reason: string },
): Promise<VarianceRow> {
  await deriveMonthsOf(db, carrierId, [policyId])
  const { rows } = await sql<{ version: number }>`
    update variances set version = version + 1, updated_at = now() where id = ${id} returning version`.execute(db)
  const { version } = rows[0] ?? fail('record.not_found')
  const changes = reason ? [{ field: 'Reason', old: null, new: reason }] : []
  await keepChange(db, { entity: 'variance', id, version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'variance',
    entityId: id,
    outcome: 'done',
    facts: { version, fields: action },
  })
  return await findVariance(db, { all: true }, id)
}
