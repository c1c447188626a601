import { callsOfVariant } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { unpaidVariants, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import type { SetOfMany } from '../platform/lists/bulk-definition.ts'
import { assignListed } from './assign-unpaid.ts'
import { setUnpaidStatus } from './set-unpaid-status.ts'
import { summarizeUnpaid } from './summarize-unpaid.ts'
import { agentsParameter, unpaidExport } from './unpaid-list.ts'
import { findUnpaid } from './unpaid-queries.ts'

/** Routes of both variants (UNPAID-01). */
export function unpaidRoutes(on: Bind, { setOfMany }: { setOfMany: SetOfMany }): void {
  for (const variant of unpaidVariants) {
    const calls = callsOfVariant[variant]
    const { statuses, entity } = variantOf[variant]
    on(calls.list, (call, query) => {
      const agents = payAgentsOf(call.user)
      const exported = unpaidExport(variant, query, agents)
      return listOrExport(call, exported, query, call.user.visibility('Policy'), agentsParameter(agents))
    })
    on(calls.summary, ({ db, user }, filters) => summarizeUnpaid(db, variant, filters, user))
    on(calls.statuses, async ({ db, user }, { id }) => {
      await findUnpaid(db, variant, user.visibility('Policy'), id)
      return await statusHistory(db, statuses, id)
    })
    on(calls.setStatus, setUnpaidStatus(variant))
    on(calls.history, async ({ db, user }, { id }) => {
      await findUnpaid(db, variant, user.visibility('Policy'), id)
      return await changesSince(db, entity, id)
    })
    on(calls.assign, assignListed(variant, setOfMany))
  }
}
