import { fail } from '@coverdesk/domain/fail.ts'
import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import type { NewSplit, PolicySplit, PolicySplits, policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { isVisibleRecord } from '../notes/noted-records.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { percentOf } from './pay-term-columns.ts'

/** Splits of a policy that the user can see. */
export const readPolicySplits: Handler<typeof policySplits.ofPolicy> = async (call, { policyId }) => {
  await requireVisible(call.db, call, policyId)
  return await findSplits(call.db, policyId)
}

/** Splits a policy from a day on, instead of what was there from that day. */
export const changePolicySplit: Handler<typeof policySplits.change> = (call, said) =>
  inTransaction(call.db, async (db) => {
    const { policyId, version } = said
    // The pay of the policy's lines follows the split: before the policy is locked, as loads lock them.
    await lockCarrier(db, 'commissions', null)
    await requireVisible(db, call, policyId)
    await sql`select from policies where id = ${policyId} for no key update`.execute(db)
    const before = await findSplits(db, policyId)
    if (before.version !== version) return await refuseEditConflict(db, 'policy-split', policyId, version)
    await writeSplit(db, said)
    const after = await findSplits(db, policyId)
    const [old, now] = [splitsInWords(before.splits), splitsInWords(after.splits)]
    if (old === now) return before
    await keepChange(db, {
      entity: 'policy-split',
      id: policyId,
      version: version + 1,
      action: 'Changed',
      by: call.user.id,
      changes: [{ field: 'Split', old, new: now }],
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'policy',
      entityId: policyId,
      outcome: 'done',
      facts: { split: now ?? 'none', from: said.startDate },
    })
    return { ...after, version: version + 1 }
  })

async function writeSplit(db: Db, { policyId, startDate, shares }: NewSplit): Promise<void> {
  await sql`delete from policy_splits where policy_id = ${policyId} and start_date >= ${startDate}::date`.execute(db)
  await sql`
    update policy_splits set end_date = ${startDate}::date - 1
    where policy_id = ${policyId} and (end_date is null or end_date >= ${startDate}::date)`.execute(db)
  for (const { agentId, share } of shares)
    await sql`
      insert into policy_splits (policy_id, agent_id, share, start_date)
      values (${policyId}, ${agentId}, ${share}, ${startDate})`.execute(db)
}

async function requireVisible(db: Db, { user }: SignedInCall, policyId: number): Promise<void> {
  const policy = { table: 'policies', key: 'id', visibility: user.visibility('Policy') }
  if (!(await isVisibleRecord(db, policyId, policy))) fail('record.not_found')
}

async function findSplits(db: Db, policyId: number): Promise<PolicySplits> {
  const { rows } = await sql<{ startDate: string; endDate: string | null; shares: PolicySplit['shares'] }>`
    select s.start_date::text as "startDate", s.end_date::text as "endDate",
      jsonb_agg(jsonb_build_object('agentId', s.agent_id, 'agentName', a.name, 'share', ${sql.raw(percentOf('s.share'))})
        order by s.share desc, s.agent_id) as shares
    from policy_splits s join agents a on a.id = s.agent_id
    where s.policy_id = ${policyId} group by 1, 2 order by 1`.execute(db)
  const policy = await sql<{ agentName: string | null; version: number }>`
    select a.name as "agentName", (
      select coalesce(max(version), 0)::int from record_changes where entity = 'policy-split' and record_id = p.id) as version
    from policies p left join agents a on a.id = p.agent_id where p.id = ${policyId}`.execute(db)
  return { policyId, ...(policy.rows[0] ?? fail('record.not_found')), splits: rows }
}

/** 'Ana Vega 60 %, Ben Ortiz 40 %'. */
export const sharesInWords = ({ shares }: PolicySplit) =>
  shares.map(({ agentName, share }) => `${agentName} ${share} %`).join(', ')

/** 'Ana Vega 60 %, Ben Ortiz 40 % from 01/01/2026'. */
export function splitsInWords(splits: readonly PolicySplit[]): string | null {
  return splits.map((split) => `${sharesInWords(split)} ${payDaysWords(split)}`).join('; ') || null
}
