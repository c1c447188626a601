import { fail } from '@coverdesk/domain/fail.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { agentContracts, MinimumPayout } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockAgent } from './pay-term-kind.ts'

/** Minimum payout of an agent. */
export const readMinimumPayout: Handler<typeof agentContracts.minimumPayout> = ({ db }, { agentId }) =>
  findMinimum(db, agentId)

/** Changes the minimum payout, as a version of the agent. */
export const setMinimumPayout: Handler<typeof agentContracts.setMinimumPayout> = (
  call,
  { agentId, version, minimum },
) =>
  inTransaction(call.db, async (db) => {
    await lockAgent(db, agentId)
    const before = await findMinimum(db, agentId)
    if (before.version !== version) return await refuseEditConflict(db, 'agent', agentId, version)
    if (before.minimum === minimum) return before
    await sql`update agents set minimum_payout = ${minimum}, version = version + 1 where id = ${agentId}`.execute(db)
    const saved = await findMinimum(db, agentId)
    const inWords = (row: MinimumPayout) => ({ minimum: showMoney(row.minimum) })
    await keepChange(db, {
      entity: 'agent',
      id: agentId,
      version: saved.version,
      action: 'Changed',
      by: call.user.id,
      changes: fieldChanges({ minimum: 'Minimum payout' }, inWords(before), inWords(saved)),
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'agent',
      entityId: agentId,
      outcome: 'done',
      facts: { fields: 'Minimum payout' },
    })
    return saved
  })

async function findMinimum(db: Db, agentId: number): Promise<MinimumPayout> {
  const { rows } = await sql<MinimumPayout>`
    select id as "agentId", name as "agentName", minimum_payout::text as minimum, version from agents where id = ${agentId}`.execute(
    db,
  )
  return rows[0] ?? fail('agent.not_found')
}
