import { isRevokedSince } from '@coverdesk/domain/consents/review-counts.ts'
import { type ExchangeRefusal, refusalSentence } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { sql } from 'kysely'
import { consentRecords } from '../consents/client-consent-queries.ts'
import { submitEnrollment } from '../marketplace/exchange/exchange-requests.ts'
import type { Db } from '../platform/db/database.ts'
import type { Exchange, ExchangeEnrollment, StoredApplication } from '../platform/integrations/exchange.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'

/** Seconds until the next attempt, after the first, second … attempt; the last value repeats. */
const delays = [5, 30, 2 * 60, 10 * 60, 60 * 60]
/** Seconds for which a node reserves an enrollment; longer than any attempt takes. */
export const holdSeconds = 60

interface Taken extends StoredApplication {
  id: number
  applicationId: number
  /** Null where the client attested in the call. */
  reviewId: number | null
  tries: number
  submissionId: string
  exchangeAssignedId: string
  planYear: number
  attested: Record<string, string>
  attestedAt: Date
  groups: ExchangeEnrollment['groups']
}

/**
 * Sends an enrollment to the exchange and stores the response, unless it has one. Attempts are reserved by moving the next
 * attempt ahead, so several nodes can run and a crash loses nothing; the submission id prevents duplicates. Without a response
 * the state stays `sending`. Returns the error of a failed attempt.
 */
export async function trySending(db: Db, exchange: Exchange, id: number): Promise<unknown> {
  const [due] = await take(db, id)
  return due ? await send(db, exchange, due) : null
}

/** Sends due enrollments every few seconds. */
export function enrollmentJob(db: Db, exchange: Exchange, log: BackgroundLog): Job {
  const failure = { category: 'Marketplace', sentence: 'An enrollment was not confirmed' } as const
  return {
    name: 'enrollment.send-due',
    everyMs: 5_000,
    firstAfterMs: 0,
    failure,
    run: () => sendDue(db, exchange, (err) => log.failed(failure.category, { err }, failure.sentence)),
  }
}

/** Sends all due enrollments. */
export async function sendDue(db: Db, exchange: Exchange, report: (error: unknown) => void): Promise<void> {
  for (;;) {
    const [due] = await take(db)
    if (!due) return
    const error = await send(db, exchange, due)
    if (error) report(error)
  }
}

async function take(db: Db, id: number | null = null): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with due as (
      select enrollment_id from enrollment_sendings
      where state = 'sending' and (enrollment_id = ${id}::bigint or ${id}::bigint is null and next_try_at <= now())
      order by next_try_at limit 1 for update skip locked),
    taken as (
      update enrollment_sendings s set next_try_at = now() + make_interval(secs => ${holdSeconds}), tries = tries + 1
      from due where s.enrollment_id = due.enrollment_id
      returning s.enrollment_id, s.tries)
    select e.id, e.application_id as "applicationId", e.review_id as "reviewId", t.tries, e.submission_id as "submissionId", m.exchange_assigned_id as "exchangeAssignedId",
      e.plan_year as "planYear", e.attested, e.attested_at as "attestedAt", m.user_first_name as "userFirstName",
      m.user_last_name as "userLastName", m.user_phone as "userPhone", m.user_email as "userEmail", m.document,
      (select jsonb_agg(jsonb_build_object('applicants', g.applicants, 'aptc', g.aptc_selected::text,
          'plan', jsonb_build_object('id', g.plan_id, 'name', g.plan_name, 'issuer', g.issuer, 'premium', g.premium::text))
          order by g.place)
        from enrollment_groups g where g.enrollment_id = e.id) as groups
    from taken t join enrollments e on e.id = t.enrollment_id
    join marketplace_applications m on m.id = e.application_id`.execute(db)
  return rows
}

async function send(db: Db, exchange: Exchange, taken: Taken): Promise<unknown> {
  const { id, submissionId, exchangeAssignedId, planYear, groups, attested, attestedAt } = taken
  const { userFirstName, userLastName, userPhone, userEmail, document } = taken
  if (await isRevoked(db, taken)) return await refuseRevoked(db, taken)
  try {
    const { outcome, reason, refusal } = await submitEnrollment(exchange, {
      submissionId,
      exchangeAssignedId,
      planYear,
      groups,
      attested,
      attestedAt: attestedAt.toISOString(),
      held: { userFirstName, userLastName, userPhone, userEmail, document },
    })
    await sql`
      update enrollment_sendings set state = ${outcome}, reason = ${reason}, refusal = ${refusal && JSON.stringify(refusal)}::jsonb,
        last_error = null, answered_at = now(), ended_by = null
      where enrollment_id = ${id} and (state = 'sending' or ended_by is not null and ${outcome} = 'accepted')`.execute(
      db,
    )
    return null
  } catch (error) {
    const delay = delays[Math.min(taken.tries, delays.length) - 1] ?? 0
    await sql`
      update enrollment_sendings set last_error = ${error instanceof Error ? error.message.slice(0, 300) : ''},
        next_try_at = now() + make_interval(secs => ${delay})
      where enrollment_id = ${id} and state = 'sending'`.execute(db)
    return error
  }
}

/** An attempt may come hours after the agent sent it; the client may have revoked in between. */
async function isRevoked(db: Db, { applicationId, reviewId, attestedAt }: Taken): Promise<boolean> {
  if (reviewId === null) return false
  return isRevokedSince(await consentRecords(db, applicationId), attestedAt.toISOString())
}

async function refuseRevoked(db: Db, { id, tries }: Taken): Promise<null> {
  const refusal: ExchangeRefusal = { kind: 'consent revoked', isSentBefore: tries > 1 }
  await sql`
    update enrollment_sendings set state = 'refused', reason = ${refusalSentence(refusal)},
      refusal = ${JSON.stringify(refusal)}::jsonb,      answered_at = now()
    where enrollment_id = ${id} and state = 'sending'`.execute(db)
  return null
}
