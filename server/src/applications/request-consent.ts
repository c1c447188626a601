import { createHash, randomBytes } from 'node:crypto'
import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import { consentLinkDays } from '@coverdesk/domain/applications/consent-text.ts'
import { allTerms, type ConsentTerms } from '@coverdesk/domain/consents/consent-terms.ts'
import { applicationYear } from '@coverdesk/domain/enrollment/enrollment-period.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { readExchangeRecord } from '@coverdesk/domain/marketplace/exchange-record.ts'
import type { MessageChannel, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { yearOfferedIn } from '../enrollment-windows/known-windows.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/** Stored hash of a link id, so that reading the database does not allow signing. */
export function linkHash(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** The application that consent is requested for: internal, or at the exchange. */
export type ConsentSubject = { applicationId: number } | { marketplaceApplicationId: number }

/** Where the request goes, and the facts that the consent names. */
export interface ConsentRecipient<Channel extends ConsentChannel = MessageChannel> {
  channel: Channel
  language: MessageLanguage
  sentTo: string
  applicant: string
  agentId: number | null
  agentName: string | null
  agentNpn: string | null
  /** What is requested; absent for everything, for the agency's agents and the longest time. */
  terms?: ConsentTerms | undefined
}

/**
 * Stores a consent request and queues the message with its link, which is never returned. Replaces an unsigned request.
 * Fails with `consent.no_way` without a gateway, and with `consent.no_agency` until the agency has a phone and an email.
 */
export async function requestConsent(
  db: Db,
  call: SignedInCall,
  subject: ConsentSubject,
  recipient: ConsentRecipient,
): Promise<{ id: number; expires: Date }> {
  const { services } = call
  const { channel, language, sentTo } = recipient
  if (!canSend(services.config, channel)) fail('consent.no_way')
  const { link, ...request } = await storeConsentRequest(db, call, subject, recipient)
  await queueMessage(db, services, {
    kind: 'consent-request',
    channel,
    userId: null,
    recipient: sentTo,
    language,
    facts: { link: `${services.config.publicUrl}/sign/?id=${link}` },
  })
  return request
}

/**
 * Ends the unsigned requests of an application. The application is locked until the new one is stored, so that of several
 * requests at once one stays open; each request is locked before it is judged, since its client may be signing it.
 */
async function replaceOpenRequests(
  db: Db,
  { internal, marketplace }: { internal: number | null; marketplace: number | null },
): Promise<void> {
  await sql`select from internal_applications where id = ${internal} for no key update`.execute(db)
  await sql`select from marketplace_applications where id = ${marketplace} for no key update`.execute(db)
  const open = sql`(application_id = ${internal} or marketplace_application_id = ${marketplace}) and replaced_at is null`
  await sql`select from consent_requests where ${open} order by id for update`.execute(db)
  await sql`
    update consent_requests r set replaced_at = clock_timestamp()
    where ${open} and not exists (select from consents g where g.request_id = r.id)`.execute(db)
}

/** Plan year of an application: of the wizard or the exchange's record, otherwise the year that is offered in its state. */
async function planYearOf(db: Db, subject: ConsentSubject, today: string): Promise<number> {
  if ('applicationId' in subject) {
    const { rows } = await sql<{ planYear: number | null; state: string | null }>`
      select (select e.plan_year from ede_applications e where e.application_id = i.id order by e.id desc limit 1) as "planYear",
        i.state
      from internal_applications i where i.id = ${subject.applicationId}`.execute(db)
    return rows[0]?.planYear ?? (await yearOfferedIn(db, rows[0]?.state ?? null, today))
  }
  const { rows } = await sql<{ document: unknown; state: string | null }>`
    select document, user_state as state from marketplace_applications
    where id = ${subject.marketplaceApplicationId}`.execute(db)
  const record = readExchangeRecord(rows[0]?.document)
  const year = applicationYear(record.insuranceApplication?.applicants ?? [])
  return year ?? (await yearOfferedIn(db, rows[0]?.state ?? null, today))
}

/** Stores a consent request; its link goes only to the client. */
export async function storeConsentRequest(
  db: Db,
  { services, user, now }: SignedInCall,
  subject: ConsentSubject,
  {
    channel,
    language,
    sentTo,
    applicant,
    agentId,
    agentName,
    agentNpn,
    terms = allTerms,
  }: ConsentRecipient<ConsentChannel>,
): Promise<{ id: number; expires: Date; link: string }> {
  const agency = services.brands.own
  if (agency.phone === '' || agency.email === '') fail('consent.no_agency')
  if (terms.covers === 'agent' && agentId === null) fail('consent.no_agent')
  const link = randomBytes(32).toString('base64url')
  const internal = 'applicationId' in subject ? subject.applicationId : null
  const marketplace = 'marketplaceApplicationId' in subject ? subject.marketplaceApplicationId : null
  await replaceOpenRequests(db, { internal, marketplace })
  const { rows } = await sql<{ id: number; expires: Date }>`
    insert into consent_requests (application_id, marketplace_application_id, token_hash, channel, sent_to, language,
      agency, agency_phone, agency_email, applicant, agent_id, agent_name, agent_npn, created_by, scopes, only_agent,
      months, plan_year, expires_at)
    values (${internal}, ${marketplace}, ${linkHash(link)}, ${channel}, ${sentTo}, ${language}, ${agency.name},
      ${agency.phone}, ${agency.email}, ${applicant}, ${agentId}, ${agentName}, ${agentNpn}, ${user.id},
      ${[...terms.scopes]}, ${terms.covers === 'agent'}, ${terms.months},
      ${await planYearOf(db, subject, todayIn(now))},
      now() + make_interval(days => ${consentLinkDays}))
    returning id, expires_at as expires`.execute(db)
  const [request] = rows
  return request ? { ...request, link } : fail('server.error')
}
