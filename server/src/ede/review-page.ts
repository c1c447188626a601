import { createHash, randomBytes } from 'node:crypto'
import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { answeredSteps } from '@coverdesk/domain/ede/ede-answers.ts'
import type { applicationReviews, ede, ReviewPage } from '@coverdesk/domain/ede/ede-contract.ts'
import { completeSteps } from '@coverdesk/domain/ede/ede-problems.ts'
import {
  type ReviewText,
  reviewLinkDays,
  reviewPlainText,
  reviewText,
  reviewVersion,
} from '@coverdesk/domain/ede/review-text.ts'
import type { EnrollmentReview } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { enrollmentReviewVersion } from '@coverdesk/domain/enrollment/enrollment-review-text.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/rate-limit.ts'
import { refuseOwnContact } from '../applications/own-contact.ts'
import { refuseOtherName } from '../applications/refuse-other-name.ts'
import { linkHash, storeConsentRequest } from '../applications/request-consent.ts'
import { reviewedHash } from '../enrollment/enrollment-reviews.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler, SignedInCall } from '../platform/http/http-call.ts'
import { applicantOf } from './ede-consent.ts'
import { edeDetail, isReviewOf, lockEde, type StoredEde, storedEde, storedNumbers } from './ede-queries.ts'
import { hasYearEnded } from './offered-year.ts'
import { moveToOfferedYear, refuseEdit } from './save-ede.ts'

/** Sends the client a link to the review of the answers as they are now; an earlier unsigned link becomes invalid. */
export const requestReview: Handler<typeof ede.requestReview> = (call, { id, channel, language }) =>
  inTransaction(call.db, async (db) => {
    const stored = await lockedToReview(db, call, id)
    const { services } = call
    if (!canSend(services.config, channel)) fail('consent.no_way')
    const { email, phone } = stored.answers.about
    const sentTo = channel === 'email' ? email.trim() : (readPhone(phone) ?? '')
    await refuseOwnContact(db, call, sentTo)
    const link = await storeReviewRequest(db, call, stored, { channel, sentTo, language })
    await queueMessage(db, services, {
      kind: 'review-request',
      channel,
      userId: null,
      recipient: sentTo,
      language,
      facts: { link: `${services.config.publicUrl}/ede/app/review?id=${link}` },
    })
    return await edeDetail(db, stored, call.user, call.now)
  })

/** Opens the consent or the review for the client who is signed in; no message is sent. */
export const openOwnPage: Handler<typeof ede.openOwn> = (call, { id, what, language }) =>
  inTransaction(call.db, async (db) => {
    if ((await lockEde(db, call.user, id)).clientId !== call.user.id) return fail('application.not_found')
    return { link: await openPage(db, call, id, { what, channel: 'account', language }) }
  })

/** Opens the consent or the review for the client to sign on the agent's device; no message is sent. */
export const openPageHere: Handler<typeof ede.openHere> = (call, { id, what, language }) =>
  inTransaction(call.db, async (db) => ({ link: await openPage(db, call, id, { what, channel: 'device', language }) }))

interface OpenedPage {
  what: 'consent' | 'review'
  channel: 'account' | 'device'
  language: MessageLanguage
}

/** Id of the link of a new request, whose recipient is the user who opens it. */
async function openPage(db: Db, call: SignedInCall, id: string, { what, channel, language }: OpenedPage) {
  const stored = await lockedToReview(db, call, id)
  const recipient = { channel, language, sentTo: call.user.userName }
  if (what === 'review') return await storeReviewRequest(db, call, stored, recipient)
  const { agentId, agentName, agentNpn } = stored
  const request = await storeConsentRequest(
    db,
    call,
    { applicationId: stored.number },
    { ...recipient, applicant: applicantOf(stored), agentId, agentName, agentNpn },
  )
  await auditRequest(db, call, stored, { consentRequest: request.id, channel, language })
  return request.link
}

/** The application that the caller may change, for the year that is offered. */
async function lockedToReview(db: Db, call: SignedInCall, id: string): Promise<StoredEde> {
  const stored = await lockEde(db, call.user, id)
  await refuseEdit(db, call, stored, stored.version)
  return await moveToOfferedYear(db, call, stored)
}

async function storeReviewRequest(
  db: Db,
  call: SignedInCall,
  stored: StoredEde,
  { channel, sentTo, language }: { channel: ConsentChannel; sentTo: string; language: MessageLanguage },
): Promise<string> {
  const { key, version, answers, agentId, agentName, agentNpn } = stored
  if (completeSteps(answers, todayIn(call.now)).length < answeredSteps.length) fail('ede.incomplete')
  const link = randomBytes(32).toString('base64url')
  await sql`
    update review_requests q set replaced_at = clock_timestamp()
    where q.ede_application_id = ${key} and q.replaced_at is null
      and not exists (select from application_reviews v where v.request_id = q.id)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into review_requests (ede_application_id, version, token_hash, channel, sent_to, language, agency, agent_id,
      agent_name, agent_npn, created_by, created_at, expires_at)
    values (${key}, ${version}, ${linkHash(link)}, ${channel}, ${sentTo}, ${language}, ${call.services.brands.own.name},
      ${agentId}, ${agentName}, ${agentNpn}, ${call.user.id}, ${call.now}, now() + make_interval(days => ${reviewLinkDays}))
    returning id`.execute(db)
  await auditRequest(db, call, stored, { reviewRequest: rows[0]?.id ?? 0, channel, language })
  return link
}

async function auditRequest(
  db: Db,
  { audit }: SignedInCall,
  { number }: StoredEde,
  facts: Record<string, string | number>,
): Promise<void> {
  await writeAudit(db, audit, {
    action: 'update',
    entity: 'internal-application',
    entityId: number,
    outcome: 'done',
    facts,
  })
}

/** Requests per address in 15 minutes, as for consents. */
const limit = { limit: 60, minutes: 15 }
const takeTurnOf = ({ db, address }: Call) => rateLimit(db, { call: 'review', caller: callerOf(address), ...limit })

interface OpenReview {
  id: number
  language: MessageLanguage
  agency: string
  agentName: string | null
  agentNpn: string | null
  created: Date
  signed: Date | null
  /** The application of the wizard, or the enrollment of a marketplace application with its stored texts. */
  of: { application: StoredEde } | { enrollment: number; applicant: string; texts: Record<MessageLanguage, ReviewText> }
}

/** Kind and id of the application, as the audit record names it. */
const subjectOf = ({ of }: OpenReview) =>
  'application' in of
    ? { entity: 'internal-application', entityId: of.application.number }
    : { entity: 'marketplace-application', entityId: of.enrollment }

const applicantIn = ({ of }: OpenReview) => ('application' in of ? applicantOf(of.application) : of.applicant)

/** The application of a review link in both languages, or when it was signed. */
export const showReview: Handler<typeof applicationReviews.page> = async (call, { id }): Promise<ReviewPage> => {
  await takeTurnOf(call)
  const review = await findReview(call.db, id, call.now)
  const { agency, language, signed } = review
  const texts = await textsOf(call.db, review)
  const { entity, entityId } = subjectOf(review)
  return {
    shown: [{ kind: entity, data: [{ id: entityId }] }],
    agency,
    applicant: applicantIn(review),
    language,
    signedDate: signed?.toISOString() ?? null,
    texts,
  }
}

/** Stores the signature with the exact text; a changed application has another text and cannot be signed. */
export const signReview: Handler<typeof applicationReviews.sign> = async (call, input) => {
  await takeTurnOf(call)
  return await inTransaction(call.db, async (db) => {
    // The application first, as a new request does: the other order could deadlock.
    await sql`
      select from ede_applications e join review_requests q on q.ede_application_id = e.id
      where q.token_hash = ${linkHash(input.id)} for update of e`.execute(db)
    await sql`
      select from marketplace_applications m join review_requests q on q.marketplace_application_id = m.id
      where q.token_hash = ${linkHash(input.id)} for no key update of m`.execute(db)
    await sql`select from review_requests where token_hash = ${linkHash(input.id)} for update`.execute(db)
    const review = await findReview(db, input.id, call.now)
    if (review.signed) return fail('review.signed')
    refuseOtherName(input.signedName, applicantIn(review))
    const shown = (await textsOf(db, review))[input.language]
    if (shown.sha256 !== input.sha256 || shown.attestations.length !== input.attested.length)
      return fail('review.changed')
    const { rows } = await sql<{ signed: Date }>`
      insert into application_reviews (request_id, signed_name, address, user_agent, language, text_version, text_signed,
        text_sha256)
      values (${review.id}, ${input.signedName}, ${call.address}, ${(call.userAgent ?? '').slice(0, 500)},
        ${input.language}, ${versionOf(review)}, ${reviewPlainText(shown)}, ${Buffer.from(shown.sha256, 'hex')})
      returning signed_at as signed`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'update',
      ...subjectOf(review),
      outcome: 'done',
      facts: { review: review.id, version: versionOf(review), language: input.language },
    })
    return { signedDate: (rows[0]?.signed ?? fail('server.error')).toISOString() }
  })
}

/** Fails in the same way for unknown, replaced and expired links, for changed and void applications, an ended year, and another agent. */
async function findReview(db: Db, link: string, now: Date): Promise<OpenReview> {
  const { rows } = await sql<FoundReview>`
    select q.id, q.language, q.agency, q.agent_name as "agentName", q.agent_npn as "agentNpn", q.created_at as created,
      q.version, q.agent_id as "agentId", q.ede_application_id as key, v.signed_at as signed,
      q.marketplace_application_id as enrollment, q.texts,
      concat_ws(' ', m.user_first_name, m.user_last_name) as applicant, q.content as groups, q.content_hash as "hash",
      m.exchange_assigned_id as "exchangeAssignedId", m.document
    from review_requests q left join application_reviews v on v.request_id = q.id
    left join marketplace_applications m on m.id = q.marketplace_application_id
    where q.token_hash = ${linkHash(link)} and q.replaced_at is null and q.expires_at > now()`.execute(db)
  const [request] = rows
  if (!request) return fail('review.not_found')
  const { enrollment, applicant, texts } = request
  if (enrollment !== null && texts !== null) {
    if (!request.hash.equals(reviewedHash(request, request.groups))) return fail('review.not_found')
    return { ...request, of: { enrollment, applicant, texts } }
  }
  const application = await storedEde(db, sql`e.id = ${request.key}`)
  if (!isReviewOf(request, application) || application.statusId === applicationStatus.Void)
    return fail('review.not_found')
  if (await hasYearEnded(db, application, todayIn(now))) return fail('review.not_found')
  return { ...request, of: { application } }
}

type FoundReview = Omit<OpenReview, 'of'> & {
  key: number
  version: number
  agentId: number | null
  enrollment: number | null
  texts: Record<MessageLanguage, ReviewText> | null
  applicant: string
  groups: EnrollmentReview['groups']
  hash: Buffer
  exchangeAssignedId: string
  document: unknown
}

const versionOf = ({ of }: OpenReview) => ('application' in of ? reviewVersion : enrollmentReviewVersion)

async function textsOf(db: Db, review: OpenReview): Promise<ReviewPage['texts']> {
  const { of, agency, agentName, agentNpn, created } = review
  if (!('application' in of)) return { en: shownText(of.texts.en), es: shownText(of.texts.es) }
  const { answers, planYear, county, countyState, key, isChange, applicationId } = of.application
  const numbers = await storedNumbers(db, key)
  const text = (language: MessageLanguage) =>
    shownText(
      reviewText(language, {
        agency,
        agent: agentName === null ? null : { name: agentName, npn: agentNpn },
        year: planYear,
        changes: isChange ? applicationId : null,
        today: todayIn(created),
        county: [county, countyState].filter(Boolean).join(', '),
        answers,
        numbers,
      }),
    )
  return { en: text('en'), es: text('es') }
}

function shownText(shown: ReviewText): ReviewPage['texts']['en'] {
  const parts = shown.parts.map(({ heading, points }) => ({ heading, points: [...points] }))
  const sha256 = createHash('sha256').update(reviewPlainText(shown), 'utf8').digest('hex')
  return { ...shown, parts, attestations: [...shown.attestations], sha256 }
}
