import { createHash, randomBytes } from 'node:crypto'
import type { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { editProblem } from '@coverdesk/domain/applications/application-status.ts'
import { consentLinkDays } from '@coverdesk/domain/applications/consent-text.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { agencyBrand } from './agency-brand.ts'
import { lockApplication } from './application-queries.ts'

/** Stored hash of a link id, so that reading the database does not allow signing. */
export function linkHash(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** Data of a locked application that the consent names. */
interface Named {
  email: string
  phone: string
  applicant: string
  agentId: number | null
  agentName: string | null
  agentNpn: string | null
}

/**
 * Sends the applicant a link to the consent (APP-21, APP-23) with an unguessable id that expires, with the current text and
 * agent. An earlier unsigned link becomes invalid. The message is queued in the same transaction; the link is never returned.
 */
export const sendConsent: Handler<typeof applications.sendConsent> = (call, { id, channel, language }) =>
  inTransaction(call.db, async (db) => {
    const { services, user } = call
    const agency = agencyBrand(services)
    const { number, statusId } = await lockApplication(db, user, id)
    if (editProblem(statusId)) fail('application.void')
    if (!canSend(services.config, channel)) fail('consent.no_way')
    const named = await namedIn(db, number)
    const sentTo = channel === 'email' ? named.email : named.phone
    const link = randomBytes(32).toString('base64url')
    await sql`
        update consent_requests r set replaced_at = clock_timestamp()
        where r.application_id = ${number} and r.replaced_at is null
          and not exists (select from consents g where g.request_id = r.id)`.execute(db)
    const { rows } = await sql<{ id: number; expires: Date }>`
        insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
          agency_email, applicant, agent_id, agent_name, agent_npn, created_by, expires_at)
        values (${number}, ${linkHash(link)}, ${channel}, ${sentTo}, ${language}, ${agency.name}, ${agency.phone},
          ${agency.email}, ${named.applicant}, ${named.agentId}, ${named.agentName}, ${named.agentNpn}, ${user.id},
          now() + make_interval(days => ${consentLinkDays}))
        returning id, expires_at as expires`.execute(db)
    const request = rows[0] ?? fail('server.error')
    await queueMessage(db, services, {
      kind: 'consent-request',
      channel,
      userId: null,
      recipient: sentTo,
      language,
      facts: { link: `${services.config.publicUrl}/sign/?id=${link}` },
    })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'internal-application',
      entityId: number,
      outcome: 'done',
      facts: { consentRequest: request.id, channel, language },
    })
    return { sentTo, expires: request.expires.toISOString() }
  })

/** The assigned agent, or else the agent who created the application. */
async function namedIn(db: Db, number: number): Promise<Named> {
  const { rows } = await sql<Named>`
    select i.email, i.phone, concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as applicant,
      a.id as "agentId", a.name as "agentName", a.npn as "agentNpn"
    from internal_applications i left join agents a on a.id = coalesce(i.assigned_agent_id, i.created_by_agent_id)
    where i.id = ${number}`.execute(db)
  return rows[0] ?? fail('application.not_found')
}
