import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { workingHours } from '@coverdesk/domain/pto/pto-hours.ts'
import { refusedEdit, timeOffProblems } from '@coverdesk/domain/pto/pto-rules.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findPto, lockPto } from './pto-queries.ts'
import { notifyDeciders, timeChanges } from './request-pto.ts'

/**
 * Changes the days or the comment of the user's own request before a decision; the hours are computed again, and who decides
 * is notified of other days. Unchanged data creates no version.
 */
export const editPto: Handler<typeof pto.edit> = (call, { id, version, ...input }) =>
  inTransaction(call.db, async (db) => {
    const before = await lockPto(db, call.user, id)
    const refused = refusedEdit(before, { own: before.requesterId === call.user.id })
    if (refused?.code === 'right.missing') fail(refused.code, { message: refused.message })
    if (version !== before.version) return await refuseEditConflict(db, 'pto', id, version)
    if (refused) fail(refused.code, { message: refused.message })
    const problems = timeOffProblems(input, todayIn(call.now), before.startDate)
    if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
    const times = timeChanges(before, input)
    const changes = [
      ...times,
      ...fieldChanges({ comment: 'Comment' }, { comment: before.comment }, { comment: input.comment }),
    ]
    if (changes.length === 0) return before
    await sql`
      update pto_requests set start_date = ${input.startDate}::date, start_hour = ${input.startHour},
        end_date = ${input.endDate}::date, end_hour = ${input.endHour}, hours = ${workingHours(input)},
        comment = ${input.comment}, version = version + 1
      where id = ${id}`.execute(db)
    await keepChange(db, { entity: 'pto', id, version: version + 1, action: 'Changed', by: call.user.id, changes })
    const facts = { fields: changes.map(({ field }) => field).join(', ') }
    await writeAudit(db, call.audit, { action: 'update', entity: 'pto', entityId: id, outcome: 'done', facts })
    if (times.length > 0) await notifyDeciders(db, id, call.user, { from: input.startDate, to: input.endDate })
    return await findPto(db, { all: true }, id)
  })
