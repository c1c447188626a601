import type { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { sql } from 'kysely'
import { keepChange } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { explainMonths } from '../variances/explain-variance.ts'
import { type ChosenVariance, chooseVariances, firstDeadline, packsOf, stakeOf } from './choose-variances.ts'
import { findDispute } from './dispute-queries.ts'
import { setStatusOfDisputed, varianceStatusIds } from './variance-statuses.ts'

/** Makes one dispute for each carrier of the chosen variances. Fails with `dispute.nothing` when none can be disputed. */
export const createDisputes: Handler<typeof disputes.create> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const packs = packsOf(await chooseVariances(db, call.user, input))
    if (packs.length === 0) fail('dispute.nothing')
    const ids: number[] = []
    for (const pack of packs) ids.push(await createDispute(db, call, pack))
    return await Promise.all(ids.map((id) => findDispute(db, id)))
  })

async function createDispute(db: Db, call: SignedInCall, pack: readonly ChosenVariance[]): Promise<number> {
  const carrierId = pack[0]?.carrierId ?? fail('server.error')
  const stake = stakeOf(pack)
  const { rows } = await sql<{ id: number }>`
    insert into disputes (carrier_id, items, stake, dispute_by, created_by)
    values (${carrierId}, ${pack.length}, ${stake}, ${firstDeadline(pack)}, ${call.user.id})
    returning id`.execute(db)
  const { id } = rows[0] ?? fail('server.error')
  const evidence = await evidenceOf(db, carrierId, pack)
  await sql`
    insert into dispute_items (dispute_id, variance_id, policy_number, insured_name, month, class, reason, expected, received, stake,
      dispute_by, evidence)
    select ${id}, v.id, v.policy_number, v.insured_name, v.month, v.class, v.reason, v.expected, v.received, v.stake, v.dispute_by,
      e.evidence
    from jsonb_to_recordset(${JSON.stringify(evidence)}::jsonb) as e (id bigint, evidence text) join variances v on v.id = e.id
    order by v.month, v.id`.execute(db)
  await setStatusOfDisputed(db, call, id, { to: varianceStatusIds.Disputed, comment: `Dispute ${id}` })
  await keepChange(db, { entity: 'dispute', id, version: 1, action: 'Created', by: call.user.id, changes: [] })
  await writeAudit(db, call.audit, {
    action: 'create',
    entity: 'dispute',
    entityId: id,
    outcome: 'done',
    facts: { carrierId, variances: pack.length, stake },
  })
  return id
}

/** What the carrier can look up: the facts of the amount due, and each line that pays the month, with file and line. */
async function evidenceOf(
  db: Db,
  carrierId: number,
  pack: readonly ChosenVariance[],
): Promise<{ id: number; evidence: string }[]> {
  const explained = await explainMonths(db, carrierId, pack)
  return explained.map(({ facts, lines }, place) => {
    const due = facts.map(({ label, value }) => `${label}: ${value}`).join('; ')
    const paid = lines.map(
      ({ amount, statement, fileName, line }) =>
        `${showMoney(amount)} in the ${statement.slice(5, 7)}/${statement.slice(0, 4)} statement${fileName ? ` (${fileName}, line ${line})` : ''}`,
    )
    const { id } = pack[place] ?? fail('server.error')
    return { id, evidence: `${due}. Paid: ${paid.length > 0 ? paid.join('; ') : 'no line'}.` }
  })
}
