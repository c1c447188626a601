import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { activeAgent } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { mayAssignUnpaid, type unpaidPolicies } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import { agentNameOf } from '../agents/agent-name.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { type LivingThere, sellingWarnings } from '../agents/selling-warnings.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { BulkDefinition, BulkRecord, SetOfMany } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { notifyAgents } from '../platform/realtime/notify-agents.ts'
import { tableOf } from './unpaid-list.ts'
import { visibleUnpaid } from './unpaid-queries.ts'

const runs = (user: SignedIn) => mayPass(mayAssignUnpaid, user)

/**
 * Bulk action that assigns policies to an agent. Undo restores each policy's agent of record or previous
 * assignee.
 */
function assigning(variant: UnpaidVariant): BulkDefinition {
  return {
    history: { field: 'Agent', done: 'Assigned' },
    lock: (db, user, ids) => lockToAssign(db, variant, user, ids),
    mayChange: runs,
    canSeeAll: runs,
    nameOf: agentNameOf,
    refuseValue: async (db, _user, agentId) => refuseInactive(db, agentId),
    refuseRecords: async (db, ids, agentId, today) =>
      await refuseOffExchange(db, agentId, { states: await statesOf(db, variant, ids), today }),
    warnings: async (db, ids, agentId, today) =>
      await sellingWarnings(db, agentId, { kind: variant, states: await statesOf(db, variant, ids), today }),
    write: async (db, writes, { by, isUndo }) => {
      await sql`
        update ${sql.table(tableOf[variant])} n set assigned_id = w.value, version = n.version + 1, updated_at = now()
        from ${writesTable(writes)} w where n.id = w.id`.execute(db)
      if (!isUndo) await notifyAgents(db, variant, writes, by)
    },
  }
}

export const assignUnpaid = assigning('unpaid')
export const assignLost = assigning('lost')

/**
 * Assign route of the specification: all policies or none. Fails as missing when one is not visible to the caller
 * (P-28).
 */
export const assignListed =
  (variant: UnpaidVariant, setOfMany: SetOfMany): Handler<typeof unpaidPolicies.assign> =>
  (call, { agentId, listIds, marks }) =>
    inTransaction(call.db, async (db) => {
      const records = await lockToAssign(db, variant, call.user, listIds)
      if (records.length < listIds.length)
        fail('record.not_found', { message: 'One of these policies is no longer in the list' })
      const expectedMarks = marks && new Map(listIds.map((id, index) => [id, marks[index] ?? '']))
      const what = { kind: variant, action: `${variant}.agent`, value: agentId, comment: '' } as const
      return await setOfMany(db, call, { ...what, ...(expectedMarks ? { seen: expectedMarks } : {}) }, records)
    })

async function refuseInactive(db: Db, agentId: number | null): Promise<void> {
  const wrong = (message: string) => fail('request.invalid', { message, details: [{ path: 'agentId', message }] })
  if (agentId === null) return wrong('Agent is required')
  const agent = await db.selectFrom('agents').select('status_id').where('id', '=', agentId).executeTakeFirst()
  if (!agent) return fail('agent.not_found')
  if (agent.status_id !== activeAgent) wrong('This agent is not active')
}

/** Explicit assignment; null means the agent of record. */
async function lockToAssign(
  db: Db,
  variant: UnpaidVariant,
  user: SignedIn,
  ids: readonly number[],
): Promise<BulkRecord[]> {
  const { rows } = await sql<BulkRecord>`
    select l.id, l.version, concat_ws(' ', l.policy_number, l.insured_name) as name, l.assigned_id as value,
      a.name as "valueName", null as at, null::bigint as by
    from (select n.* from ${sql.table(tableOf[variant])} n where n.id = any(${ids}::bigint[]) and n.stands and ${visibleUnpaid(user.visibility('Policy'))}
      order by n.id for no key update of n) l
    left join agents a on a.id = l.assigned_id
    order by l.id`.execute(db)
  return rows
}

/** States of the insured with their carriers, most frequent first. */
async function statesOf(db: Db, variant: UnpaidVariant, ids: readonly number[]): Promise<LivingThere[]> {
  const { rows } = await sql<LivingThere>`
    select s.code, s.name, count(*)::int as records, jsonb_build_object('id', k.id, 'name', k.name) as carrier
    from ${sql.table(tableOf[variant])} n join policies p on p.id = n.policy_id join states s on s.code = p.state
    join carriers k on k.id = n.carrier_id
    where n.id = any(${ids}::bigint[]) group by s.code, s.name, k.id, k.name order by records desc, s.name, k.name`.execute(
    db,
  )
  return rows
}
