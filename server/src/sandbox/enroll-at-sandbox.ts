import { lifeEvents, specialStart } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { applicationYear, enrollmentObstacle } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { type ExchangeRefusal, refusalSentence } from '@coverdesk/domain/enrollment/exchange-refusal.ts'
import { coverageStart, windowOf } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type ExchangePolicy, readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { knownWindows } from '../enrollment-windows/known-windows.ts'
import type { Db } from '../platform/db/database.ts'
import type { ExchangeEnrollment } from '../platform/integrations/exchange.ts'

interface Answer {
  submissionId: string
  outcome: 'accepted' | 'refused'
  reason: string | null
  refusal: ExchangeRefusal | null
}

/**
 * Enrolls like an exchange: idempotent per submission id. New policies are added to those of other years; active ones
 * of the same year end before the new ones start.
 */
export async function enrollAtSandbox(db: Db, enrollment: ExchangeEnrollment): Promise<Answer> {
  const { submissionId, exchangeAssignedId } = enrollment
  const { rows } = await sql<{ document: Record<string, unknown> }>`
    select document from sandbox_exchange_applications where exchange_assigned_id = ${exchangeAssignedId} for update`.execute(
    db,
  )
  const before = await sql<{ answer: Answer }>`
    select answer from sandbox_exchange_enrollments where submission_id = ${submissionId}`.execute(db)
  const [previous] = before.rows
  if (previous) return previous.answer
  const begins = rows[0] ? await startOf(db, rows[0].document, enrollment) : null
  const refusal: ExchangeRefusal | null = rows[0]
    ? whyRefused(rows[0].document, enrollment, begins)
    : { kind: 'unknown application' }
  const answer: Answer = refusal
    ? { submissionId, outcome: 'refused', reason: refusalSentence(refusal), refusal }
    : { submissionId, outcome: 'accepted', reason: null, refusal }
  await sql`
    insert into sandbox_exchange_enrollments (submission_id, exchange_assigned_id, answer)
    values (${submissionId}, ${exchangeAssignedId}, ${JSON.stringify(answer)}::jsonb)`.execute(db)
  if (rows[0] && begins !== null && refusal === null)
    await sql`
      update sandbox_exchange_applications set changed_at = now(),
        document = document || ${JSON.stringify(withPolicies(rows[0].document, enrollment, begins))}::jsonb
      where exchange_assigned_id = ${exchangeAssignedId}`.execute(db)
  return answer
}

const LifeEvent = z.object({ lifeEvent: z.object({ event: z.enum(lifeEvents), date: z.string() }) })

/** Start of coverage by the life event that was reported, or by open enrollment in the applicant's state; null where it is not known. */
async function startOf(
  db: Db,
  document: unknown,
  { planYear, attestedAt }: ExchangeEnrollment,
): Promise<string | null> {
  const today = todayIn(new Date(attestedAt))
  const reported = LifeEvent.safeParse(document)
  if (reported.success) return specialStart(reported.data.lifeEvent, planYear, today)
  const state = readExchangeRecord(document).contact?.state ?? null
  return coverageStart(planYear, today, windowOf(await knownWindows(db), state, planYear))
}

/** Refuses applicants who are not part of the application or cannot be enrolled, plans of another year, and a start that is not known. */
function whyRefused(
  document: unknown,
  { groups, planYear, attestedAt }: ExchangeEnrollment,
  begins: string | null,
): ExchangeRefusal | null {
  const applicants = readExchangeRecord(document).insuranceApplication?.applicants ?? []
  const named = groups.flatMap((group) => group.applicants)
  if (named.some((id) => !applicants.some(({ personId }) => personId === id))) return { kind: 'unknown applicant' }
  const year = applicationYear(applicants)
  if (year !== null && year !== planYear) return { kind: 'plan year', planYear, applicationYear: year }
  const today = todayIn(new Date(attestedAt))
  const [obstacle] = applicants.flatMap((applicant) =>
    applicant.personId !== null && named.includes(applicant.personId)
      ? (enrollmentObstacle(applicant, today) ?? [])
      : [],
  )
  if (obstacle) return { kind: 'applicant', obstacle }
  return begins === null ? { kind: 'start unknown', planYear } : null
}

function withPolicies(document: Record<string, unknown>, enrollment: ExchangeEnrollment, begins: string) {
  const { exchangeAssignedId, submissionId, planYear, groups } = enrollment
  const earlier = Array.isArray(document.policies) ? document.policies : []
  const newPolicies = groups.map(({ plan, aptc, applicants }, place) => ({
    id_exchange: `${exchangeAssignedId}-${submissionId.slice(0, 8)}-${place + 1}`,
    id_issuer: null,
    plan: { id: plan.id, name: plan.name, issuer: plan.issuer },
    premium: {
      amount: plan.premium,
      aptc_applied: aptc,
      responsibility: amountOf((cents(plan.premium) ?? 0) - (cents(aptc) ?? 0)),
    },
    status: 'Pending effectuation',
    invented: true,
    dateEffective: begins,
    dateExpiration: `${planYear}-12-31`,
    members: applicants.map((personId) => ({ personId })),
  }))
  return {
    policies: [...earlier.map((policy) => ended(policy, begins)), ...newPolicies],
    eligibilityAPTCElected: amountOf(groups.reduce((sum, { aptc }) => sum + (cents(aptc) ?? 0), 0)),
  }
}

/**
 * Earlier policy of the same year: cancelled if it starts with or after the new one, otherwise ended the day before.
 */
function ended(policy: Partial<ExchangePolicy>, begins: string): object {
  const { dateEffective, dateExpiration, status } = policy
  if (!dateEffective || dateEffective.slice(0, 4) !== begins.slice(0, 4)) return policy
  if (/cancel|terminat/i.test(status ?? '') || (dateExpiration && dateExpiration < begins)) return policy
  if (dateEffective >= begins) return { ...policy, status: 'Cancelled' }
  const last = new Date(`${begins}T00:00:00Z`)
  last.setUTCDate(last.getUTCDate() - 1)
  return { ...policy, status: 'Terminated', dateExpiration: last.toISOString().slice(0, 10) }
}
