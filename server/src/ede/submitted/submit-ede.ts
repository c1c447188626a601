import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { answeredSteps, coverageOf, incomeOf, isDeduction, specialOf } from '@coverdesk/domain/ede/ede-answers.ts'
import { type ede, submission } from '@coverdesk/domain/ede/ede-contract.ts'
import { completeSteps, questionsOf } from '@coverdesk/domain/ede/ede-problems.ts'
import { householdIncomeCents } from '@coverdesk/domain/ede/household-income.ts'
import { completeSpecial } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { fail, failWith, newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { amountOf, readMoney } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { internalConsentRecords } from '../../consents/client-consent-queries.ts'
import { refuseUnconsented } from '../../consents/consent-gate.ts'
import { addStatuses } from '../../history/status-history.ts'
import { submitApplication } from '../../marketplace/exchange/exchange-requests.ts'
import { makeOwn } from '../../marketplace/make-own.ts'
import { refetchApplication } from '../../marketplace/refetch-application.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler, SignedInCall } from '../../platform/http/http-call.ts'
import type { ExchangeApplication, ExchangePerson } from '../../platform/integrations/exchange.ts'
import { wantedOf } from '../ede-consent.ts'
import {
  edeDetail,
  findEde,
  lockEde,
  reviewsOf,
  type StoredEde,
  type StoredReview,
  validReview,
} from '../ede-queries.ts'
import { refuseEndedYear } from '../offered-year.ts'
import { openNumbers } from '../person-numbers.ts'
import { refuseAgentsOffExchange } from '../refuse-agents-off-exchange.ts'
import { refuseIncompleteStep } from '../refuse-incomplete-step.ts'
import { refuseOthers, updateInternal } from '../save-ede.ts'

/**
 * Submits what the client consented to and reviewed. The id of the submission is stored before it is sent: a lost answer
 * leaves the application `sending`, and submitting again asks the exchange under the same id. An accepted application is
 * then fetched into the portal, linked by the exchange's id, which no one types.
 */
export const submitEde: Handler<typeof ede.submit> = async (call, { id, version, notEnrolledThere }) => {
  const { db, services } = call
  const application = await inTransaction(db, (db) => prepare(db, call, { id, version, notEnrolledThere }))
  if (application) {
    const { submissionId } = application
    const answer = await submitApplication(services.exchange, application).catch((error: unknown) => {
      if (error instanceof Failure && error.status >= 500) throw newFailure('ede.unconfirmed', { cause: error })
      throw error
    })
    if (answer.outcome === 'refused') {
      await inTransaction(db, (db) => release(db, call, { id, submissionId }))
      const why = answer.reason ? `: ${answer.reason}. Correct it and submit again.` : '. Nothing was changed.'
      return failWith(
        'ede.refused',
        { reason: answer.reason, refusal: answer.refusal },
        { message: `The marketplace refused this application${why}` },
      )
    }
    const { exchangeAssignedId } = answer
    await inTransaction(db, (db) => accept(db, call, { id, submissionId, exchangeAssignedId }))
  }
  return await withRecord(call, id)
}

/** Checks and marks the submission; null when it was accepted before. */
async function prepare(
  db: Db,
  call: SignedInCall,
  { id, version, notEnrolledThere }: { id: string; version: number; notEnrolledThere: boolean },
): Promise<ExchangeApplication | null> {
  const stored = await lockEde(db, call.user, id)
  await refuseOthers(db, call, stored)
  if (stored.state === 'submitted') return null
  if (stored.version !== version) fail('record.changed', { details: { version: stored.version } })
  await refuseEndedYear(db, stored, todayIn(call.now))
  const wasStarted = stored.state === 'draft' && stored.healthSherpaAt !== null
  if (wasStarted && !notEnrolledThere) fail('healthsherpa.started')
  if (stored.state === 'draft') await refuseUnsendable(db, call, stored)
  await updateInternal(db, call, stored)
  // The client may have revoked since the route was let through.
  refuseUnconsented(await internalConsentRecords(db, stored.number), wantedOf(stored, call), submission.scopes)
  const review = validReview(await reviewsOf(db, stored, call.now), stored) ?? fail('review.required')
  const { rows } = await sql<{ submissionId: string }>`
    update ede_applications set submission_id = coalesce(submission_id, gen_random_uuid()),
      submission_tries = submission_tries + 1, updated_at = clock_timestamp()
    where id = ${stored.key} returning submission_id as "submissionId"`.execute(db)
  await audit(db, call, stored, 'submitting', wasStarted ? { notEnrolledThere } : {})
  const submissionId = rows[0]?.submissionId ?? fail('server.error')
  const numbers = await openNumbers(db, call.services.sealer, stored.key)
  return applicationOf(call, stored, { submissionId, review, numbers })
}

/**
 * Checks a draft like the finishing of each step, which can be skipped, and its agent. What was sent before is only asked for
 * again under its id: the exchange decides about it.
 */
async function refuseUnsendable(db: Db, call: SignedInCall, stored: StoredEde): Promise<void> {
  if (completeSteps(stored.answers, todayIn(call.now)).length < answeredSteps.length) fail('ede.incomplete')
  for (const step of answeredSteps) await refuseIncompleteStep(db, call, stored, step)
  await refuseAgentsOffExchange(db, call, stored)
}

interface Reviewed {
  submissionId: string
  review: StoredReview
  numbers: ReadonlyMap<string, string>
}

function applicationOf(
  { user, now }: SignedInCall,
  { state, answers, planYear, agentNpn, agentName, countyState, isChange, applicationId }: StoredEde,
  { submissionId, review, numbers }: Reviewed,
): ExchangeApplication {
  const { about, taxes } = answers
  // What waits for its answer is sent as it was, also when its year is over by now.
  const wasSpecial = state === 'sending' && about.specialYear === String(planYear)
  const special = specialOf(about, wasSpecial ? about.specialYear : todayIn(now))
  return {
    submissionId,
    changes: isChange ? applicationId : null,
    planYear,
    special: special && completeSpecial(special),
    partnerAssignedConsumerId: String(user.id),
    agent: agentNpn && agentName ? { npn: agentNpn, name: agentName } : null,
    persons: personsOf(answers, numbers, todayIn(now)),
    contact: {
      email: about.email.trim(),
      phone: readPhone(about.phone) ?? '',
      address: about.address.trim(),
      zipCode: about.zipCode,
      countyFips: about.countyFips,
      state: countyState ?? '',
    },
    taxes: { files: taxes.files === 'yes', jointly: taxes.jointly === 'yes', claimed: taxes.claimed === 'yes' },
    income: amountOf(householdIncomeCents(answers)),
    attested: {
      texts: (review.textSigned ?? '').split('\n').filter((line) => line.startsWith('[x] ')),
      signedName: review.signedName ?? '',
      signedAt: review.signedDate ?? '',
    },
  }
}

/** People of the complete answers, with the answers to the questions of each. */
function personsOf(
  answers: StoredEde['answers'],
  numbers: ReadonlyMap<string, string>,
  today: string,
): ExchangePerson[] {
  const incomes = incomeOf(answers)
  const coverages = coverageOf(answers)
  return answers.household.people.map((person, place) => {
    const asked = questionsOf(person, today)
    const coverage = coverages.find(({ id }) => id === person.id)
    const income = incomes[place]
    const sources = (income?.has === 'yes' ? income.sources : []).map(({ kind, amount, period }) => ({
      kind,
      amount: readMoney(amount) ?? '0.00',
      period: period || ('year' as const),
    }))
    const hasOffer = coverage?.coverage === 'job' || coverage?.coverage === 'family-job'
    return {
      id: person.id,
      firstName: person.firstName.trim(),
      middleName: person.middleName.trim(),
      lastName: person.lastName.trim(),
      dob: person.dob,
      sex: person.sex || 'F',
      relationship: person.relationship || 'dependent',
      applies: person.applies === 'yes',
      ssn: asked.ssn ? (numbers.get(person.id) ?? null) : null,
      tobacco: asked.tobacco ? person.tobacco === 'yes' : null,
      expecting: asked.expecting ? Number(person.expecting) : 0,
      status: asked.status ? person.status || 'none' : 'citizen',
      coverage: coverage?.coverage || 'none',
      offer: hasOffer ? readMoney(coverage.offer) : null,
      offerMinimumValue: hasOffer && coverage.minimumValue !== '' ? coverage.minimumValue === 'yes' : null,
      incomes: sources.flatMap(({ kind, ...paid }) => (isDeduction(kind) ? [] : [{ kind: kind || 'other', ...paid }])),
      deductions: sources.flatMap(({ kind, ...paid }) => (isDeduction(kind) ? [{ kind, ...paid }] : [])),
    }
  })
}

/**
 * After a refusal the answers can be changed again; the next submission has another id. A second answer to the refused one
 * leaves a submission that was sent since.
 */
async function release(
  db: Db,
  call: SignedInCall,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<void> {
  const { key, number } = await lockEde(db, call.user, id)
  await sql`
    update ede_applications set submission_id = null, submission_tries = 0
    where id = ${key} and submission_id = ${submissionId} and (submitted_at is null or change_began_at is not null)`.execute(
    db,
  )
  await audit(db, call, { number, submissionId }, 'refused')
}

async function accept(
  db: Db,
  call: SignedInCall,
  { id, submissionId, exchangeAssignedId }: { id: string; submissionId: string; exchangeAssignedId: string },
): Promise<void> {
  const stored = await lockEde(db, call.user, id)
  if (stored.state === 'submitted') return
  // Another one is on its way, whose answer decides; that the exchange accepted this one too stays in the audit record.
  if (stored.submissionId !== null && stored.submissionId !== submissionId)
    return await audit(db, call, { ...stored, submissionId }, 'accepted-late', { exchangeAssignedId })
  await sql`
    update ede_applications set submission_id = ${submissionId}, submitted_at = clock_timestamp(), change_began_at = null,
      updated_at = clock_timestamp()
    where id = ${stored.key}`.execute(db)
  // One that was deleted since keeps its status and gets the id, so that what the exchange accepted is found.
  const status = stored.statusId === applicationStatus.Void ? applicationStatus.Void : applicationStatus.Submitted
  const { rows } = await sql<{ agentId: number | null }>`
    update internal_applications set status_id = ${status}, marketplace_id = ${exchangeAssignedId}, updated_at = now()
    where id = ${stored.number} returning assigned_agent_id as "agentId"`.execute(db)
  const entry = { id: stored.number, value: status, agentId: rows[0]?.agentId ?? null }
  await addStatuses(db, 'application', [entry], {
    comment: stored.isChange ? 'Change submitted' : '',
    by: call.user.id,
  })
  if (stored.clientId !== null) await makeOwn(db, call, { userId: stored.clientId, appId: exchangeAssignedId })
  await audit(db, call, { ...stored, submissionId }, 'accepted')
}

async function audit(
  db: Db,
  call: SignedInCall,
  { number, submissionId }: Pick<StoredEde, 'number' | 'submissionId'>,
  what: string,
  more: Record<string, boolean | string> = {},
): Promise<void> {
  await writeAudit(db, call.audit, {
    action: 'status',
    entity: 'internal-application',
    entityId: number,
    outcome: 'done',
    facts: { what: `ede-${what}`, ...(submissionId && { submissionId }), ...more },
  })
}

/** Fetches the exchange's record; when that fails, the application's screen offers to fetch it again. */
async function withRecord(call: SignedInCall, id: string) {
  const { db, user, now } = call
  const stored = await findEde(db, user, id)
  const { applicationId } = stored
  if (applicationId !== null)
    await refetchApplication(call, { appId: applicationId }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
    })
  return await edeDetail(db, stored, user, now)
}
