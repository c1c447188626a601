import type { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { chooseVariances, packsOf } from './choose-variances.ts'
import { findDispute } from './dispute-queries.ts'
import { writeDispute } from './write-dispute.ts'

/** Makes one dispute for each carrier of the chosen variances. Fails with `dispute.nothing` when none can be disputed. */
export const createDisputes: Handler<typeof disputes.create> = (call, input) =>
  inTransaction(call.db, async (db) => {
    const packs = packsOf(await chooseVariances(db, call.user, input))
    if (packs.length === 0) fail('dispute.nothing')
    const ids: number[] = []
    for (const pack of packs) {
      const { id, carrierId, stake } = await writeDispute(db, pack, call.user.id)
      await writeAudit(db, call.audit, {
        action: 'create',
        entity: 'dispute',
        entityId: id,
        outcome: 'done',
        facts: { carrierId, variances: pack.length, stake },
      })
      ids.push(id)
    }
    return await Promise.all(ids.map((id) => findDispute(db, id)))
  })
