import { createHash } from 'node:crypto'
import { enrollmentContent } from '@coverdesk/domain/enrollment/enrollment-content.ts'
import type { EnrollmentInput, EnrollmentReview } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { sql } from 'kysely'
import { workingAgent } from '../consents/client-consent-queries.ts'
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

/** Hash of exactly what an enrollment sends, which a review is signed for. */
export function reviewedHash({ appId, groups }: Pick<EnrollmentInput, 'appId' | 'groups'>): Buffer {
  return createHash('sha256').update(enrollmentContent(appId, groups)).digest()
}

type Application = Pick<StoredApplication, 'id' | 'agentId' | 'agentSaleId'>

/**
 * The client's signed review of exactly this enrollment by this agent. One that another enrollment was sent with counts
 * again only if the exchange refused that: each submission has its own review.
 */
export async function signedReview(
  db: Db,
  user: SignedIn,
  { id, agentId, agentSaleId }: Application,
  input: Pick<EnrollmentInput, 'appId' | 'groups' | 'submissionId'>,
): Promise<Attested | undefined> {
  const { rows } = await sql<Attested>`
    select v.id as "reviewId", v.signed_name as "signedName", v.signed_at as "signedDate", v.address,
      left(v.user_agent, 300) as "userAgent"
    from review_requests q join application_reviews v on v.request_id = q.id
    where q.marketplace_application_id = ${id} and q.content_hash = ${reviewedHash(input)}
      and q.agent_id is not distinct from ${workingAgent(user, agentId ?? agentSaleId)}
      and not exists (
        select from enrollments e join enrollment_sendings s on s.enrollment_id = e.id
        where e.review_id = v.id and e.submission_id <> ${input.submissionId} and s.state <> 'refused')
    order by v.id desc limit 1`.execute(db)
  return rows[0]
}

interface Newest extends Pick<EnrollmentReview, 'channel' | 'sentTo' | 'signedName' | 'signedDate' | 'groups'> {
  isOpen: boolean
}

/** The newest review of an application's enrollment. */
export async function reviewOf(db: Db, { id: applicationId }: { id: number }): Promise<EnrollmentReview> {
  const { rows } = await sql<Newest>`
    select q.channel, q.sent_to as "sentTo", q.content as groups, v.signed_name as "signedName",
      ${sql.raw(instantOf('v.signed_at'))} as "signedDate", q.replaced_at is null and q.expires_at > now() as "isOpen"
    from review_requests q left join application_reviews v on v.request_id = q.id
    where q.marketplace_application_id = ${applicationId} order by q.id desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) return { ...noReview, applicationId }
  const { isOpen, ...review } = newest
  return { ...review, applicationId, state: review.signedDate ? 'signed' : isOpen ? 'requested' : 'none' }
}

const noReview: Omit<EnrollmentReview, 'applicationId'> = {
  state: 'none',
  channel: null,
  sentTo: null,
  signedName: null,
  signedDate: null,
  groups: [],
}
