import { fail } from '@coverdesk/domain/fail.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { NotificationFacts } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { mayDecidePto, type PtoInput, type pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { showHourOfDay, type TimeOff, workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { ptoStatuses, timeOffProblems } from '@coverdesk/domain/pto/pto-rules.ts'
import { keepChange } from '../history/record-changes.ts'
import { addStatus } from '../history/status-history.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { notify } from '../platform/realtime/notify.ts'
import { canSeeAgent, listRecipients } from '../platform/realtime/notify-agents.ts'
import { findPto } from './pto-queries.ts'

/** Saves a time-off request as Requested (PTO-03, PTO-08); the server computes its hours. */
export const requestPto: Handler<typeof pto.request> = async (call, input) => {
  const problems = timeOffProblems(input, todayIn(call.now))
  if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
  return await inTransaction(call.db, async (db) => {
    const id = await insertRequest(db, call, input)
    const by = call.user.id
    await addStatus(db, { kind: 'pto', id, statusId: ptoStatuses.Requested, comment: '', by })
    await keepChange(db, { entity: 'pto', id, version: 1, action: 'Requested', by, changes: timeChanges(null, input) })
    await writeAudit(db, call.audit, { action: 'create', entity: 'pto', entityId: id, outcome: 'done' })
    await notifyDeciders(db, id, call.user, { from: input.startDate, to: input.endDate })
    return await findPto(db, { all: true }, id)
  })
}

/** Notifies those who can decide about it, except the requester. */
export async function notifyDeciders(
  db: Db,
  recordId: number,
  requester: SignedIn,
  facts: NotificationFacts['pto-request'],
): Promise<void> {
  const deciders = (await listRecipients(db)).filter(
    ({ id, may, visibility }) =>
      id !== requester.id && may(mayDecidePto) && canSeeAgent(visibility('PTO'), requester.ownAgentId),
  )
  await notify(
    db,
    'pto-request',
    deciders.map(({ id }) => ({ userId: id, recordId, facts })),
  )
}

async function insertRequest(db: Db, { user, now }: SignedInCall, input: PtoInput): Promise<number> {
  const { id } = await db
    .insertInto('pto_requests')
    .values({
      agent_id: user.ownAgentId,
      created_by: user.id,
      start_date: input.startDate,
      start_hour: input.startHour,
      end_date: input.endDate,
      end_hour: input.endHour,
      hours: workingHours(input),
      comment: input.comment,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changed moments of a request, for its history. */
export function timeChanges(before: TimeOff | null, after: TimeOff): FieldChange[] {
  return fieldChanges({ from: 'From', to: 'To' }, momentsOf(before), momentsOf(after))
}

const momentsOf = (time: TimeOff | null) => ({
  from: time && `${showDate(time.startDate)} ${showHourOfDay(time.startHour)}`,
  to: time && `${showDate(time.endDate)} ${showHourOfDay(time.endHour)}`,
})
