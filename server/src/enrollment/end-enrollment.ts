import type { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { triesBeforeEnd } from '@coverdesk/domain/marketplace/end-sending.ts'
import { sql } from 'kysely'
import { lockApplication } from '../marketplace/marketplace-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { enrollmentById } from './enrollment-queries.ts'
import { keepVersion } from './send-enrollment.ts'

/**
 * Ends an enrollment that the exchange does not confirm, so that the household can be enrolled otherwise. It is not sent
 * again; that the exchange accepted it after all is stored when the answer to an attempt under way says so.
 */
export const endEnrollment: Handler<typeof enrollments.end> = (call, { appId, submissionId, reason }) =>
  inTransaction(call.db, async (db) => {
    const { id: applicationId } = await lockApplication(db, call.user, appId)
    const { rows } = await sql<{ id: number; tries: number }>`
      select e.id, s.tries from enrollments e join enrollment_sendings s on s.enrollment_id = e.id
      where e.submission_id = ${submissionId} and e.application_id = ${applicationId} and s.state = 'sending'
      for no key update of s`.execute(db)
    const { id, tries } = rows[0] ?? fail('sending.none')
    if (tries < triesBeforeEnd) fail('sending.not_ended')
    await sql`
      update enrollment_sendings set state = 'refused', reason = ${reason}, ended_by = ${call.user.id}, answered_at = now()
      where enrollment_id = ${id}`.execute(db)
    await keepVersion(db, call, { id: applicationId, action: 'Enrollment ended' })
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'enrollment',
      entityId: id,
      outcome: 'done',
      facts: { what: 'ended', application: applicationId, reason, tries },
    })
    return await enrollmentById(db, id)
  })
