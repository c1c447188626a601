import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { isRevokedSince, reviewCounts } from '@coverdesk/domain/consents/review-counts.ts'
import { EdeAnswers, type EdeStep } from '@coverdesk/domain/ede/ede-answers.ts'
import type { EdeApplication, EdeRow, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { triesBeforeEnd } from '@coverdesk/domain/marketplace/end-sending.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { type RawBuilder, sql } from 'kysely'
import { applicationVisibility, visibleApplications } from '../applications/application-visibility.ts'
import { findInternalApplications } from '../applications/search-internal-applications.ts'
import { internalConsentRecords, type StoredConsent } from '../consents/client-consent-queries.ts'
import { visibleContacts } from '../contacts/contact-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import { edeConsent } from './ede-consent.ts'
import { yearAndWindow } from './offered-year.ts'

/** Applications `e` of internal applications `i` that the user can see: clients their own, staff by visibility. */
export function visibleEde(user: SignedIn): RawBuilder<unknown> {
  const own = sql`e.client_id = ${user.id}`
  return mayPass(mayReadApplications, user) ? sql`(${own} or ${visibleApplications(applicationVisibility(user))})` : own
}

/** Rows of the list; the same columns as of one application. */
const rowColumns = sql`
  e.uuid as id, i.id as number, concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as name,
  a.name as "agentName", e.plan_year as "planYear", e.step, ${sql.raw(instantOf('e.updated_at'))} as "updatedAt",
  case when e.submitted_at is not null and e.change_began_at is null then 'submitted' when e.submission_id is not null then 'sending'
    else 'draft' end as state,
  case when e.submitted_at is not null then i.marketplace_id end as "applicationId",
  e.change_began_at is not null as "isChange"`
const source = sql`
  ede_applications e
  join internal_applications i on i.id = e.application_id
  left join agents a on a.id = coalesce(i.assigned_agent_id, i.created_by_agent_id)`

/** Internal applications that a search looks at: more than are shown, since not each of them is in the wizard. */
const maxSearched = 500

/**
 * The last changed applications that the user can see, of those that a search finds or the exchange's id names; for clients without
 * those that the office deleted.
 */
export async function listEde(
  db: Db,
  user: SignedIn,
  { search, applicationId }: ParsedInputOf<typeof ede.list>,
): Promise<EdeRow[]> {
  const found = search && (await findInternalApplications(db, applicationVisibility(user), search, maxSearched))
  const { rows } = await sql<EdeRow>`
    select ${rowColumns} from ${source}
    where ${visibleEde(user)} and (e.client_id is distinct from ${user.id} or i.status_id <> ${applicationStatus.Void})
      and ${found ? sql`i.id = any(${found}::bigint[])` : sql`true`}
      and ${applicationId ? sql`i.marketplace_id = ${applicationId} and e.submitted_at is not null` : sql`true`}
    order by e.updated_at desc, e.id desc limit 100`.execute(db)
  return rows
}

/** The newest application of a client that the office did not delete. */
export async function newestOwnEde(db: Db, user: SignedIn): Promise<EdeRow | null> {
  const { rows } = await sql<EdeRow>`
    select ${rowColumns} from ${source} 
    where e.client_id = ${user.id} and i.status_id <> ${applicationStatus.Void} order by e.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** An application as stored, with what its internal application says. */
export interface StoredEde extends EdeRow {
  key: number
  internalId: string
  version: number
  step: EdeStep
  answers: EdeAnswers
  clientId: number | null
  statusId: number
  submissionId: string | null
  movedFrom: number | null
  submittedAt: string | null
  /** When an enrollment was last started at HealthSherpa. */
  healthSherpaAt: string | null
  submissionTries: number
  county: string | null
  state: EdeRow['state']
  countyState: string | null
  agentId: number | null
  agentNpn: string | null
  agentPhone: string | null
}

/** The application of this id. Fails as missing when the user cannot see it (P-26). */
export async function findEde(db: Db, user: SignedIn, id: string): Promise<StoredEde> {
  return (await findVisibleEde(db, user, id)) ?? fail('application.not_found')
}

/** The same; null when the user cannot see it. */
export async function findVisibleEde(db: Db, user: SignedIn, id: string): Promise<StoredEde | null> {
  return await edeWhere(db, sql`e.uuid = ${id}::uuid and ${visibleEde(user)}`)
}

export async function storedEde(db: Db, condition: RawBuilder<unknown>): Promise<StoredEde> {
  return (await edeWhere(db, condition)) ?? fail('application.not_found')
}

async function edeWhere(db: Db, condition: RawBuilder<unknown>): Promise<StoredEde | null> {
  const { rows } = await sql<Omit<StoredEde, 'answers'> & { answers: unknown }>`
    select ${rowColumns}, e.id as key, i.uuid as "internalId", e.version, e.answers, e.client_id as "clientId",
      i.status_id as "statusId", e.submission_id as "submissionId",
      e.moved_from_year as "movedFrom", e.submission_tries as "submissionTries",
      ${sql.raw(instantOf('e.health_sherpa_at'))} as "healthSherpaAt",
      ${sql.raw(instantOf('e.submitted_at'))} as "submittedAt",
      c.name as county, s.code as "countyState",
      a.id as "agentId", a.npn as "agentNpn", a.phone as "agentPhone"
    from ${source}
    left join counties c on c.fips = e.answers #>> '{about,countyFips}'
    left join states s on s.id = c.state_id
    where ${condition}`.execute(db)
  const [row] = rows
  return row ? { ...row, answers: EdeAnswers.parse(row.answers) } : null
}

/** Last four digits of the stored Social Security numbers, by person. */
export async function storedNumbers(db: Db, key: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ person: string; last4: string }>`
    select person_key as person, ssn_last4 as last4 from ede_people
    where ede_application_id = ${key} and ssn_last4 is not null`.execute(db)
  return Object.fromEntries(rows.map(({ person, last4 }) => [person, last4]))
}

/** A review request with its signature. */
export interface StoredReview {
  version: number
  /** Agent whom the text names. */
  agentId: number | null
  agentName: string | null
  agentNpn: string | null
  channel: ConsentChannel
  sentTo: string
  expires: string
  isReplaced: boolean
  signedName: string | null
  signedDate: string | null
  textSigned: string | null
  /** Whether its signature still counts, for the application as it was then. */
  counts: boolean
}

/** Review requests of an application, newest first. */
export async function reviewsOf(
  db: Db,
  { key, number, state }: Pick<StoredEde, 'key' | 'number' | 'state'>,
  now: Date,
): Promise<StoredReview[]> {
  const { rows } = await sql<Omit<StoredReview, 'counts'>>`
    select q.version, q.agent_id as "agentId", q.agent_name as "agentName", q.agent_npn as "agentNpn",
      q.channel, q.sent_to as "sentTo", ${sql.raw(instantOf('q.expires_at'))} as expires,
      q.replaced_at is not null as "isReplaced", v.signed_name as "signedName",
      ${sql.raw(instantOf('v.signed_at'))} as "signedDate", v.text_signed as "textSigned"
    from review_requests q left join application_reviews v on v.request_id = q.id
    where q.ede_application_id = ${key} order by q.id desc`.execute(db)
  const records = await internalConsentRecords(db, number)
  return rows.map((review) => ({ ...review, counts: signatureCounts(review, { state, records, now }) }))
}

/** What was sent in time and waits for its answer does not age: it is asked for under the same id. */
function signatureCounts(
  { signedDate }: Pick<StoredReview, 'signedDate'>,
  { state, records, now }: { state: StoredEde['state']; records: readonly StoredConsent[]; now: Date },
): boolean {
  if (signedDate === null) return false
  return state === 'draft' ? reviewCounts(signedDate, records, now) : !isRevokedSince(records, signedDate)
}

type Reviewed = Pick<StoredEde, 'version' | 'agentId' | 'agentName' | 'agentNpn'>

/** The signed review of exactly these answers, with the agent who is named in the submission. */
export function validReview(reviews: readonly StoredReview[], reviewed: Reviewed): StoredReview | undefined {
  return reviews.find((review) => review.counts && isReviewOf(review, reviewed))
}

/** Whether a review shows the answers of now, and the agent as the submission names one. */
export function isReviewOf(review: Reviewed, { version, agentId, agentName, agentNpn }: Reviewed): boolean {
  const isAgent = review.agentId === agentId && review.agentName === agentName && review.agentNpn === agentNpn
  return review.version === version && isAgent
}

function reviewOf(reviews: readonly StoredReview[], reviewed: Reviewed, now: Date): EdeApplication['review'] {
  const valid = validReview(reviews, reviewed)
  const open = reviews.find(
    (review) =>
      review.signedDate === null &&
      !review.isReplaced &&
      isReviewOf(review, reviewed) &&
      review.expires > now.toISOString(),
  )
  const shown = valid ?? open ?? reviews.find(({ signedDate }) => signedDate !== null)
  return {
    state: valid ? 'valid' : open ? 'requested' : shown ? 'outdated' : 'none',
    channel: shown?.channel ?? null,
    sentTo: shown?.sentTo ?? null,
    signedName: shown?.signedName ?? null,
    signedDate: shown?.signedDate ?? null,
  }
}

/**
 * Whether a submission can be ended: after several attempts, or when it can't be sent again, because it was deleted or what the
 * client signed no longer counts.
 */
export function canEnd(stored: StoredEde, reviews: readonly StoredReview[]): boolean {
  const { state, submissionTries, statusId } = stored
  if (state !== 'sending') return false
  return submissionTries >= triesBeforeEnd || statusId === applicationStatus.Void || !validReview(reviews, stored)
}

/** Application as the API answers it. */
export async function edeDetail(db: Db, stored: StoredEde, user: SignedIn, now: Date): Promise<EdeApplication> {
  const { key, clientId, submissionId: _id, submissionTries, statusId, countyState, agentId, ...row } = stored
  const numbers = await storedNumbers(db, key)
  const reviews = await reviewsOf(db, stored, now)
  const last = await lastSent(db, stored)
  const { state, channel, sentTo, signed, otherApplicant } = await edeConsent(db, { user, now }, { ...row, agentId })
  return {
    ...row,
    isVoid: statusId === applicationStatus.Void,
    canEnd: canEnd(stored, reviews),
    today: todayIn(now),
    ...(await yearAndWindow(db, { ...row, countyState }, todayIn(now))),
    county: row.county && countyState ? `${row.county}, ${countyState}` : null,
    numbers,
    isClient: clientId === user.id,
    consent: {
      state,
      channel,
      sentTo,
      signedName: signed?.signedName ?? null,
      signedDate: signed?.signedDate ?? null,
      otherApplicant,
    },
    review: reviewOf(reviews, { ...row, agentId }, now),
    lastSent: last,
    clientLanguage: last?.language ?? (await clientLanguage(db, stored, user)),
  }
}

/**
 * Channel of the newest link, and the language in which the client was last asked to sign, on the agent's device too. A consent that was
 * signed in the other language counts with that.
 */
async function lastSent(db: Db, { key, number }: StoredEde): Promise<EdeApplication['lastSent']> {
  const { rows } = await sql<NonNullable<EdeApplication['lastSent']>>`
    with asked as (
      select q.channel, coalesce(c.language, q.language) as language, q.created_at
      from consent_requests q left join consents c on c.request_id = q.id where q.application_id = ${number}
      union all
      select channel, language, created_at from review_requests where ede_application_id = ${key}
    )
    select coalesce((select s.channel from asked s where s.channel in ('email', 'sms') order by s.created_at desc limit 1), 'email') as channel,
      language
    from asked where channel <> 'account' order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Written language of the customer who has the name, and the email or phone, of the application. */
async function clientLanguage(db: Db, { number }: StoredEde, user: SignedIn): Promise<'en' | 'es'> {
  const { rows } = await sql`
    select from internal_applications i join contacts c on c.id in (
        select contact_id from contact_emails where lower(email) = lower(i.email)
        union all select contact_id from contact_phones where phone collate "C" = i.phone)
      and plain_text(c.first_name) = plain_text(i.first_name) and plain_text(c.last_name) = plain_text(i.last_name)
    join customers cu on cu.contact_id = c.id and cu.language_mail_id = 2
    where i.id = ${number} and ${visibleContacts(user.visibility('Customer'))} limit 1`.execute(db)
  return rows.length > 0 ? 'es' : 'en'
}

/** Locks the application with its internal application, which others change first, until the transaction ends. */
export async function lockEde(db: Db, user: SignedIn, id: string): Promise<StoredEde> {
  await sql`
    select from internal_applications i join ede_applications e on e.application_id = i.id
    where e.uuid = ${id}::uuid for no key update of i`.execute(db)
  await sql`select from ede_applications where uuid = ${id}::uuid for no key update`.execute(db)
  return await findEde(db, user, id)
}
