import { randomBytes } from 'node:crypto'
import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import { type ReviewText, reviewLinkDays } from '@coverdesk/domain/ede/review-text.ts'
import type {
  EnrollmentInput,
  EnrollmentReview,
  enrollments,
} from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { refuseOwnContact } from '../applications/own-contact.ts'
import { linkHash } from '../applications/request-consent.ts'
import { lockOwnApplication } from '../consents/change-client-consent.ts'
import { workingAgent } from '../consents/client-consent-queries.ts'
import { refuseEditConflict } from '../history/record-changes.ts'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { reviewedHash, reviewOf } from './enrollment-reviews.ts'
import { enrollmentText } from './enrollment-text.ts'
import { type PricedGroup, priceGroups } from './price-groups.ts'

/** Sends the client a link to the review of an enrollment; an earlier unsigned link becomes invalid. */
export const requestEnrollmentReview: Handler<typeof enrollments.requestReview> = async (call, input) => {
  const { channel, language } = input
  const { services } = call
  if (!canSend(services.config, channel)) fail('consent.no_way')
  return await reviewed(call, input, async (db, application, store) => {
    const sentTo = channel === 'email' ? application.userEmail : application.userPhone
    if (!sentTo) return fail('consent.no_recipient')
    await refuseOwnContact(db, call, sentTo)
    const link = await store({ channel, sentTo, language })
    await queueMessage(db, services, {
      kind: 'review-request',
      channel,
      language,
      userId: null,
      recipient: sentTo,
      facts: { link: `${services.config.publicUrl}/ede/app/review?id=${link}` },
    })
    return await reviewOf(db, application, call.now)
  })
}

/** Opens the review for the client to sign on the agent's device; no message is sent. */
export const openEnrollmentReview: Handler<typeof enrollments.openReview> = async (call, input) =>
  await reviewed(call, input, async (_db, _application, store) => ({
    link: await store({ channel: 'device', sentTo: call.user.userName, language: input.language }),
  }))

interface Way {
  channel: ConsentChannel
  sentTo: string
  language: MessageLanguage
}
type Store = (way: Way) => Promise<string>
type Reviewed = Pick<EnrollmentInput, 'appId' | 'groups'>

/** Prices the groups and runs `work` in a transaction; `store` stores the request and returns the id of its link. */
async function reviewed<Answer>(
  call: SignedInCall,
  input: Reviewed,
  work: (db: Db, application: StoredApplication, store: Store) => Promise<Answer>,
): Promise<Answer> {
  const seen = await inTransaction(call.db, (db) => lockOwnApplication(db, call, input.appId))
  const priced = await priceGroups(call, seen, input)
  return await inTransaction(call.db, async (db) => {
    const application = await lockOwnApplication(db, call, input.appId)
    // Prices and credits are based on the version read before the lock.
    if (application.version !== seen.version)
      return await refuseEditConflict(db, 'marketplace-application', application.id, seen.version)
    return await work(db, application, (way) => storeReview(db, call, { application, input, priced, way }))
  })
}

async function storeReview(
  db: Db,
  call: SignedInCall,
  {
    application,
    input,
    priced,
    way,
  }: { application: StoredApplication; input: Reviewed; priced: readonly PricedGroup[]; way: Way },
): Promise<string> {
  const agentId = workingAgent(call.user, application.agentId ?? application.agentSaleId)
  const { rows: agents } = await sql<{ name: string; npn: string | null }>`
    select name, npn from agents where id = ${agentId}`.execute(db)
  const agent = agents[0] ?? null
  const agency = call.services.brands.own.name
  const text = (language: MessageLanguage) => enrollmentText(call, { application, priced, language, agency, agent })
  const texts: Record<MessageLanguage, ReviewText> = { en: text('en'), es: text('es') }
  const content: EnrollmentReview['groups'] = priced.map(({ applicants, plan, premium, creditable, aptc }) => ({
    applicants: [...applicants],
    plan: {
      id: plan.id,
      name: plan.name,
      issuer: plan.issuer,
      premium: amountOf(premium),
      creditable: amountOf(creditable),
    },
    aptc_selected: amountOf(aptc),
  }))
  const link = randomBytes(32).toString('base64url')
  await sql`
    update review_requests q set replaced_at = clock_timestamp()
    where q.marketplace_application_id = ${application.id} and q.replaced_at is null
      and not exists (select from application_reviews v where v.request_id = q.id)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into review_requests (marketplace_application_id, content, content_hash, texts, token_hash, channel, sent_to,
      language, agency, agent_id, agent_name, agent_npn, created_by, expires_at)
    values (${application.id}, ${JSON.stringify(content)}::jsonb, ${reviewedHash(application, input.groups)}, ${JSON.stringify(texts)}::jsonb,
      ${linkHash(link)}, ${way.channel}, ${way.sentTo}, ${way.language}, ${agency}, ${agentId}, ${agent?.name ?? null},
      ${agent?.npn ?? null}, ${call.user.id}, now() + make_interval(days => ${reviewLinkDays}))
    returning id`.execute(db)
  await writeAudit(db, call.audit, {
    action: 'update',
    entity: 'marketplace-application',
    entityId: application.id,
    outcome: 'done',
    facts: { enrollmentReview: rows[0]?.id ?? 0, channel: way.channel, language: way.language },
  })
  return link
}
