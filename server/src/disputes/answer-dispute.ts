import type { DisputeOutcome, DisputeRow, disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findDispute, lockDispute } from './dispute-queries.ts'
import { setStatusOfDisputed } from './set-status-of-disputed.ts'

/** Notes when and to whom a dispute was sent. Fails with `dispute.decided` once it has an outcome. */
export const markDisputeSent: Handler<typeof disputes.markSent> = (call, { id, version, sentOn, sentTo }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockVersion(db, id, version)
    if (before.outcome !== null) fail('dispute.decided')
    refuseLater('sentOn', sentOn, call.now)
    return await changeDispute(db, call, before, {
      action: 'Sent',
      set: sql`sent_on = ${sentOn}, sent_to = ${sentTo}`,
      changes: [
        { field: 'Sent', old: before.sentOn && showDate(before.sentOn), new: showDate(sentOn) },
        { field: 'Sent to', old: before.sentTo, new: sentTo },
      ],
    })
  })

/** Status that an outcome gives to variances that no file settled; what the carrier promised stays disputed until it is paid. */
const statusAfter: Readonly<Record<DisputeOutcome, number>> = {
  paid: varianceStatusIds.Disputed,
  'partly paid': varianceStatusIds.Disputed,
  denied: varianceStatusIds.Denied,
  withdrawn: varianceStatusIds['In Review'],
}

/** Notes what came of a dispute; an outcome may be corrected. */
export const decideDispute: Handler<typeof disputes.decide> = (call, { id, version, outcome, decidedOn, comment }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockVersion(db, id, version)
    refuseLater('decidedOn', decidedOn, call.now)
    const saved = await changeDispute(db, call, before, {
      action: 'Decided',
      set: sql`outcome = ${outcome}, decided_on = ${decidedOn}, comment = ${comment}`,
      changes: [
        { field: 'Outcome', old: before.outcome, new: outcome },
        { field: 'Decided', old: before.decidedOn && showDate(before.decidedOn), new: showDate(decidedOn) },
        { field: 'Comment', old: before.comment || null, new: comment || null },
      ],
    })
    if (outcome !== before.outcome)
      await setStatusOfDisputed(db, call.user.id, id, {
        to: statusAfter[outcome],
        comment: `Dispute ${id}: ${outcome}`,
      })
    return saved
  })

/** Locks a dispute, or fails with what another person changed since `version`. */
export async function lockVersion(db: Db, id: number, version: number): Promise<DisputeRow> {
  const before = await lockDispute(db, id)
  return before.version === version ? before : await refuseEditConflict(db, 'dispute', id, version)
}

function refuseLater(path: string, day: string, now: Date): void {
  const message = "Can't be in the future"
  if (day > todayIn(now)) fail('request.invalid', { message, details: [{ path, message }] })
}

/** Saves a change of a dispute with its history and audit event. */
export async function changeDispute(
  db: Db,
  call: SignedInCall,
  { id, version }: DisputeRow,
  { action, set, changes }: { action: string; set: RawBuilder<unknown>; changes: readonly FieldChange[] },
): Promise<DisputeRow> {
  await sql`update disputes set ${set}, version = version + 1 where id = ${id}`.execute(db)
  await keepChange(db, {
    entity: 'dispute',
    id,
    version: version + 1,
    action,
    by: call.user.id,
    changes: changes.filter((one) => one.old !== one.new),
  })
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'dispute',
    entityId: id,
    outcome: 'done',
    facts: { version: version + 1, fields: changes.map(({ field }) => field).join(' ') },
  })
  return await findDispute(db, id)
}
