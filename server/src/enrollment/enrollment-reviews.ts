import { createHash } from 'node:crypto'
import { reviewCounts } from '@coverdesk/domain/consents/review-counts.ts'
import { enrollmentContent, householdContent, type SentGroup } from '@coverdesk/domain/enrollment/enrollment-content.ts'
import type { EnrollmentInput, EnrollmentReview } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import { sql } from 'kysely'
import { consentRecords, workingAgent } from '../consents/client-consent-queries.ts'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'

/** Who attested, when and from where. */
export interface Attested {
  /** Null where the client attested in the call. */
  reviewId: number | null
  signedName: string
  signedDate: Date
  address: string
  userAgent: string | null
}

type Household = Pick<StoredApplication, 'exchangeAssignedId' | 'document'>
type Application = Household & Pick<StoredApplication, 'id' | 'agentId' | 'agentSaleId'>

/** Hash of exactly what an enrollment sends and of the household that it is for, which a review is signed for. */
export function reviewedHash({ exchangeAssignedId, document }: Household, groups: readonly SentGroup[]): Buffer {
  return createHash('sha256')
    .update(enrollmentContent(exchangeAssignedId, groups))
    .update(householdContent(readExchangeRecord(document)))
    .digest()
}

/**
 * The client's signed review of exactly this enrollment by this agent, for the household as the exchange has it now. One that another enrollment was sent with counts
 * again only if the exchange refused that: each submission has its own review. A revocation or its age ends it.
 */
export async function signedReview(
  db: Db,
  { user, now }: { user: SignedIn; now: Date },
  application: Application,
  input: Pick<EnrollmentInput, 'groups' | 'submissionId'>,
): Promise<Attested | undefined> {
  const { id, agentId, agentSaleId } = application
  const { rows } = await sql<Attested>`
    select v.id as "reviewId", v.signed_name as "signedName", v.signed_at as "signedDate", v.address,
      left(v.user_agent, 300) as "userAgent"
    from review_requests q join application_reviews v on v.request_id = q.id
    where q.marketplace_application_id = ${id} and q.content_hash = ${reviewedHash(application, input.groups)}
      and q.agent_id is not distinct from ${workingAgent(user, agentId ?? agentSaleId)}
      and not exists (
        select from enrollments e join enrollment_sendings s on s.enrollment_id = e.id
        where e.review_id = v.id and e.submission_id <> ${input.submissionId} and s.state <> 'refused')
    order by v.id desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) return undefined
  return reviewCounts(newest.signedDate.toISOString(), await consentRecords(db, id), now) ? newest : undefined
}

interface Newest extends Pick<EnrollmentReview, 'channel' | 'sentTo' | 'signedName' | 'signedDate' | 'groups'> {
  isOpen: boolean
  hash: Buffer
}

/** The newest review of an application's enrollment. */
export async function reviewOf(db: Db, application: Application, now: Date): Promise<EnrollmentReview> {
  const { id: applicationId } = application
  const { rows } = await sql<Newest>`
    select q.channel, q.sent_to as "sentTo", q.content as groups, v.signed_name as "signedName",
      ${sql.raw(instantOf('v.signed_at'))} as "signedDate", q.replaced_at is null and q.expires_at > now() as "isOpen",
      q.content_hash as hash
    from review_requests q left join application_reviews v on v.request_id = q.id
    where q.marketplace_application_id = ${applicationId} order by q.id desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) return { ...noReview, applicationId }
  const { isOpen, hash, ...review } = newest
  const state = review.signedDate ? 'signed' : isOpen ? 'requested' : 'none'
  const counts =
    review.signedDate === null || reviewCounts(review.signedDate, await consentRecords(db, applicationId), now)
  const isOutdated = state !== 'none' && !(counts && hash.equals(reviewedHash(application, review.groups)))
  return { ...review, applicationId, state: isOutdated ? 'outdated' : state }
}

const noReview: Omit<EnrollmentReview, 'applicationId'> = {
  state: 'none',
  channel: null,
  sentTo: null,
  signedName: null,
  signedDate: null,
  groups: [],
}
