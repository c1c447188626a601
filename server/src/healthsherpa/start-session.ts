import { answeredSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import { completeSteps } from '@coverdesk/domain/ede/ede-problems.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { enrollmentSession } from '@coverdesk/domain/healthsherpa/enrollment-session.ts'
import type { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { sql } from 'kysely'
import { lockEde, type StoredEde } from '../ede/ede-queries.ts'
import { refuseEndedYear } from '../ede/offered-year.ts'
import { refuseAgentsOffExchange } from '../ede/refuse-agents-off-exchange.ts'
import { refuseOthers } from '../ede/save-ede.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'

const timeoutMs = 15_000

/**
 * Starts an enrollment at HealthSherpa from complete answers of the wizard. Its updates name the application and find it again.
 * The start is stored before HealthSherpa is asked: from then on a submission here must be confirmed, because the client could
 * be enrolled twice.
 */
export const startSession: Handler<typeof healthSherpa.start> = async (call, { id, language }) => {
  const { db, audit, services } = call
  const { enrollmentSessions } = services
  if (!enrollmentSessions) return fail('healthsherpa.not_set_up')
  const { stored, startedAt } = await inTransaction(db, (db) => markStarted(db, call, id))
  const { planYear, answers, countyState } = stored
  const session = enrollmentSession({ id, planYear, answers, state: countyState ?? '', language })
  try {
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
  } catch (error) {
    await inTransaction(db, (db) => unmarkStarted(db, stored, startedAt))
    throw error
  }
}

/** Checks an application that the caller may change and marks it as started at HealthSherpa. */
async function markStarted(db: Db, call: SignedInCall, id: string): Promise<{ stored: StoredEde; startedAt: Date }> {
  const stored = await lockEde(db, call.user, id)
  await refuseOthers(db, call, stored)
  if (stored.state !== 'draft' || stored.isChange) fail('healthsherpa.submitted')
  await refuseEndedYear(db, stored, todayIn(call.now))
  if (completeSteps(stored.answers, todayIn(call.now)).length < answeredSteps.length) fail('ede.incomplete')
  await refuseAgentsOffExchange(db, call, stored)
  const { rows } = await sql<{ startedAt: Date }>`
    update ede_applications set health_sherpa_at = date_trunc('milliseconds', clock_timestamp())
    where id = ${stored.key} returning health_sherpa_at as "startedAt"`.execute(db)
  return { stored, startedAt: rows[0]?.startedAt ?? fail('server.error') }
}

/** Without a link no one can enroll there: what was known before counts again, unless it was started again since. */
async function unmarkStarted(db: Db, { key, healthSherpaAt }: StoredEde, startedAt: Date): Promise<void> {
  await sql`
    update ede_applications set health_sherpa_at = ${healthSherpaAt}::timestamptz
    where id = ${key} and health_sherpa_at = ${startedAt}`.execute(db)
}
