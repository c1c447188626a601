import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { mayDecidePto, type PtoRequest, type pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { type PtoStatusName, ptoStatuses, ptoStatusOf, refusedStatus } from '@coverdesk/domain/pto/pto-rules.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { addStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { announce } from '../platform/realtime/live-events.ts'
import { notify } from '../platform/realtime/notify.ts'
import { findPto, lockPto } from './pto-queries.ts'
import { notifyDeciders } from './request-pto.ts'

/**
 * Approves, denies or cancels a request (PTO-09, A-099). Concurrent decisions wait for the row lock; the second fails
 * because the status or the version has changed (P-74). The requester's open pages receive an event.
 */
export const setPtoStatus: Handler<typeof pto.setStatus> = (call, { id, statusId, comment, version }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockPto(db, call.user, id)
    if (version !== undefined && version !== before.version) return await refuseEditConflict(db, 'pto', id, version)
    const to = ptoStatusOf(statusId) ?? fail('status.not_found')
    refuse(before, to, call.user)
    const by = call.user.id
    await addStatus(db, { kind: 'pto', id, statusId: ptoStatuses[to], comment, by })
    await sql`
      update pto_requests set status_id = ${ptoStatuses[to]}, version = version + 1 where id = ${id}`.execute(db)
    await keepChange(db, {
      entity: 'pto',
      id,
      version: before.version + 1,
      action: 'Status changed',
      by,
      changes: [{ field: 'Status', old: before.status, new: to }],
    })
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'pto',
      entityId: id,
      outcome: 'done',
      facts: { fields: 'status', statusId },
    })
    await announce(db, realtime.ptoChanged, before.requesterId, { id, statusId })
    if (before.requesterId !== by) {
      const facts = { status: to, from: before.startDate, to: before.endDate }
      await notify(db, 'pto-decision', [{ userId: before.requesterId, recordId: id, facts }])
    } else if (before.statusId === ptoStatuses.Approved) {
      // They planned for an absence that no longer is one.
      await notifyDeciders(db, id, call.user, { from: before.startDate, to: before.endDate, cancelled: true })
    }
    return await findPto(db, { all: true }, id)
  })

/** Fails with the rule's message if the current status or the user's rights do not allow the change. */
function refuse({ statusId, requesterId }: PtoRequest, to: PtoStatusName, user: SignedIn): void {
  const from = ptoStatusOf(statusId) ?? fail('status.not_found')
  const person = { own: requesterId === user.id, decides: mayPass(mayDecidePto, user) }
  const refused = refusedStatus(from, to, person)
  if (refused) fail(refused.code, { message: refused.message })
}
