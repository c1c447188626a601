import { fail } from '@coverdesk/domain/fail.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { sql } from 'kysely'
import { keepChange } from '../history/record-changes.ts'
import type { Db } from '../platform/db/database.ts'
import { explainMonths } from '../variances/explain-variance.ts'
import { firstDeadline, stakeOf } from './choose-variances.ts'
import { setStatusOfDisputed } from './set-status-of-disputed.ts'

/** Writes a dispute of variances of one carrier with evidence and history; they become Disputed. `stake` is in dollars, "12.00". */
export async function writeDispute(
  db: Db,
  pack: readonly VarianceRow[],
  by: number,
): Promise<{ id: number; carrierId: number; stake: string }> {
  const carrierId = pack[0]?.carrierId ?? fail('server.error')
  const stake = stakeOf(pack)
  const { rows } = await sql<{ id: number }>`
    insert into disputes (carrier_id, items, stake, dispute_by, created_by)
    values (${carrierId}, ${pack.length}, ${stake}, ${firstDeadline(pack)}, ${by})
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
  await setStatusOfDisputed(db, by, id, { to: varianceStatusIds.Disputed, comment: `Dispute ${id}` })
  await keepChange(db, { entity: 'dispute', id, version: 1, action: 'Created', by, changes: [] })
  return { id, carrierId, stake }
}

/** What the carrier can look up: the facts of the amount due, and each line that pays the month, with file and line. */
async function evidenceOf(
  db: Db,
  carrierId: number,
  pack: readonly VarianceRow[],
): Promise<{ id: number; evidence: string }[]> {
  const explained = await explainMonths(db, carrierId, pack)
  return explained.map(({ facts, lines }, place) => {
    const due = facts.map(({ label, value }) => `${label}: ${value}`).join('; ')
    const paid = lines.map(
      ({ amount, statement, fileName, line }) =>
        `${showMoney(amount)} in the ${showMonth(statement)} statement${fileName ? ` (${fileName}, line ${line})` : ''}`,
    )
    const { id } = pack[place] ?? fail('server.error')
    return { id, evidence: `${due}. Paid: ${paid.length > 0 ? paid.join('; ') : 'no line'}.` }
  })
}
