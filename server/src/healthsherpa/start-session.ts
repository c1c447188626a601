import { answeredSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { completeSteps } from '@coverdesk/domain/ede/ede-problems.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { enrollmentSession } from '@coverdesk/domain/healthsherpa/enrollment-session.ts'
import type { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { findEde } from '../ede/ede-queries.ts'
import { refuseEndedYear } from '../ede/save-ede.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'

const timeoutMs = 15_000

/**
 * Starts an enrollment at HealthSherpa from complete answers of the wizard. Its updates name the application and find it again.
 * An application that was sent to the exchange would be enrolled twice.
 */
export const startSession: Handler<typeof healthSherpa.start> = async ({ db, audit, services, user, now }, { id }) => {
  const { enrollmentSessions } = services
  if (!enrollmentSessions) return fail('healthsherpa.not_set_up')
  const stored = await findEde(db, user, id)
  if (stored.state !== 'draft') fail('healthsherpa.submitted')
  refuseEndedYear(stored, todayIn(now))
  if (completeSteps(stored.answers, todayIn(now)).length < answeredSteps.length) fail('ede.incomplete')
  const { planYear, answers, countyState } = stored
  const session = enrollmentSession({ id, planYear, answers, state: countyState ?? '' })
  const url = await enrollmentSessions.start(session, AbortSignal.timeout(timeoutMs))
  await inTransaction(db, async (db) => {
    await writeAudit(db, audit, {
      action: 'create',
      entity: 'healthsherpa session',
      entityId: stored.number,
      outcome: 'done',
      facts: { planYear, people: session.household.applicants.length },
    })
  })
  return { url }
}
