import { createHash } from 'node:crypto'
import { reviewPlainText } from '@coverdesk/domain/ede/review-text.ts'
import { attestationTexts } from '@coverdesk/domain/enrollment/attestations.ts'
import type { EnrollmentInput, enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { responsibility } from '@coverdesk/domain/enrollment/enrollment-groups.ts'
import { enrollmentReviewVersion } from '@coverdesk/domain/enrollment/enrollment-review-text.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import { consentRecords, wantedOf } from '../consents/client-consent-queries.ts'
import { refuseUnconsented } from '../consents/consent-gate.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import {
  canChange,
  findApplication,
  isOwnApplication,
  lockApplication,
  type StoredApplication,
} from '../marketplace/marketplace-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { enrollmentById } from './enrollment-queries.ts'
import { type Attested, signedReview } from './enrollment-reviews.ts'
import { holdSeconds, trySending } from './enrollment-sender.ts'
import { enrollmentText } from './enrollment-text.ts'
import { type PricedGroup, priceGroups } from './price-groups.ts'

/**
 * Stores an enrollment with its attestations and sends it to the exchange (ENROLL-09, ENROLL-12). All data is checked against
 * the exchange's record and plans. It is stored first: without a response it is sent again under its id, and the state is
 * `sending` until then (decision 043).
 */
export const sendEnrollment: Handler<typeof enrollments.send> = async (call, input) => {
  const application = await findApplication(call.db, call.user, input.appId)
  if (!isOwnApplication(call.user, application) && !canChange(call.user, application))
    fail('right.missing', { message: 'This application belongs to another agent' })
  const submission = { id: input.submissionId, applicationId: application.id, hash: contentHash(input) }
  const stored = (await sentBefore(call.db, submission)) ?? (await keep(call, application, { input, submission }))
  await trySending(call.db, call.services.exchange, stored)
  return await enrollmentById(call.db, stored)
}

interface Sent {
  input: EnrollmentInput
  submission: Submission
}

/** Stores the priced enrollment with its audit event; returns its id. */
async function keep(call: SignedInCall, application: StoredApplication, { input, submission }: Sent): Promise<number> {
  const groups = await priceGroups(call, application, input)
  return await inTransaction(call.db, async (db) => {
    const { id, version } = await lockApplication(db, call.user, input.appId)
    const before = await sentBefore(db, submission)
    if (before !== null) return before
    // Prices and credits are based on the version read before the lock.
    if (version !== application.version)
      return await refuseEditConflict(db, 'marketplace-application', id, application.version)
    const isOwn = isOwnApplication(call.user, application)
    if (!isOwn) await refuseAgentOffExchange(db, call, application, groups)
    const attested = isOwn ? ownAttestation(call) : await attestedByClient(db, call, application, input)
    const signed = isOwn ? ownText(call, { application, groups, language: input.language }) : null
    const enrollment = await insertEnrollment(db, call, { submission, groups, attested, signed })
    await keepVersion(db, call, { id, action: 'Enrolled' })
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'enrollment',
      entityId: enrollment,
      outcome: 'done',
      facts: { application: id, groups: groups.length },
    })
    return enrollment
  })
}

/** CMS's lists decide about the agent who enrolls, or about both agents of the application when staff without an NPN enrolls. */
async function refuseAgentOffExchange(
  db: Db,
  { user, now }: SignedInCall,
  { agentSaleId, agentId, userAddressStateCode: state }: StoredApplication,
  groups: readonly PricedGroup[],
): Promise<void> {
  const agents = user.ownAgentId === null ? [agentId, agentSaleId] : [user.ownAgentId]
  for (const agent of new Set(agents.filter((id) => id !== null)))
    for (const planYear of new Set(groups.map(({ plan }) => plan.year)))
      await refuseOffExchange(db, agent, {
        states: [state === null ? undefined : { code: state }],
        today: todayIn(now),
        planYear,
      })
}

/** Hash of everything that identifies a submission except its id. */
function contentHash({ appId, groups, attestations: ticked }: EnrollmentInput): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([appId, groups, ticked]))
    .digest()
}

interface Submission {
  id: string
  applicationId: number
  hash: Buffer
}

async function sentBefore(db: Db, { id, applicationId, hash }: Submission): Promise<number | null> {
  const { rows } = await sql<{ id: number; applicationId: number; hash: Buffer }>`
    select id, application_id as "applicationId", content_hash as hash from enrollments where submission_id = ${id}`.execute(
    db,
  )
  const [made] = rows
  if (!made) return null
  return made.applicationId === applicationId && made.hash.equals(hash) ? made.id : fail('enrollment.reused')
}

/** Records the enrollment in the application's history, which also blocks undoing the import that created it. */
export async function keepVersion(
  db: Db,
  { user }: SignedInCall,
  { id, action }: { id: number; action: string },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    update marketplace_applications set version = version + 1, updated_at = now() where id = ${id} returning version`.execute(
    db,
  )
  const version = rows[0]?.version ?? 0
  await keepChange(db, { entity: 'marketplace-application', id, version, action, by: user.id, changes: [] })
}

/** What the client signed for this enrollment. The consent may have been revoked since the route was let through. */
async function attestedByClient(
  db: Db,
  call: SignedInCall,
  application: StoredApplication,
  input: EnrollmentInput,
): Promise<Attested> {
  refuseUnconsented(await consentRecords(db, application.id), wantedOf(application, call), ['apply'])
  return (await signedReview(db, call, application, input)) ?? fail('review.required')
}

/** Clients attest in the call itself. */
const ownAttestation = ({ user, address, userAgent, now }: SignedInCall): Attested => ({
  reviewId: null,
  signedName: user.name,
  signedDate: now,
  address,
  userAgent: userAgent?.slice(0, 300) ?? null,
})

/** Text that a client attested to without an agent. */
interface SignedHere {
  language: MessageLanguage
  text: string
}

/** What a client who enrolls alone attested to, in the language of the page: evidence like a signed review. */
function ownText(
  call: SignedInCall,
  facts: { application: StoredApplication; groups: readonly PricedGroup[]; language: MessageLanguage },
): SignedHere {
  const { application, groups: priced, language } = facts
  const agency = call.services.brands.own.name
  const text = enrollmentText(call, { application, priced, language, agency, agent: null, isAlone: true })
  return { language, text: reviewPlainText(text) }
}

interface ToStore {
  submission: Submission
  groups: readonly PricedGroup[]
  attested: Attested
  /** Null where the client of an agent signed a review. */
  signed: SignedHere | null
}

async function insertEnrollment(
  db: Db,
  { user }: SignedInCall,
  { submission, groups, attested, signed }: ToStore,
): Promise<number> {
  const { applicationId } = submission
  const year = Math.max(...groups.map(({ plan }) => plan.year))
  const { rows } = await sql<{ id: number }>`
    insert into enrollments (submission_id, content_hash, application_id, plan_year, attested, attested_by, attested_name,
      attested_at, address, user_agent, review_id, language, text_version, text_signed, text_sha256)
    values (${submission.id}, ${submission.hash}, ${applicationId}, ${year}, ${JSON.stringify(attestationTexts[signed?.language ?? 'en'])}, ${user.id},
      ${attested.signedName}, ${attested.signedDate}, ${attested.address}, ${attested.userAgent}, ${attested.reviewId},
      ${signed?.language ?? null}, ${signed && enrollmentReviewVersion}, ${signed?.text ?? null},
      ${signed && createHash('sha256').update(signed.text).digest()})
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  for (const [place, { applicants, plan, premium, available, aptc }] of groups.entries())
    await sql`
      insert into enrollment_groups (enrollment_id, place, applicants, plan_id, plan_name, issuer, premium, available,
        aptc_selected, responsibility)
      values (${id}, ${place}, ${[...applicants]}, ${plan.id}, ${plan.name}, ${plan.issuer}, ${amountOf(premium)},
        ${amountOf(Math.max(available, aptc))}, ${amountOf(aptc)}, ${amountOf(responsibility(premium, aptc))})`.execute(
      db,
    )
  await sql`
    insert into enrollment_sendings (enrollment_id, application_id, next_try_at)
    values (${id}, ${applicationId}, now() + make_interval(secs => ${holdSeconds}))`.execute(db)
  return id
}
