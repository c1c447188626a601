import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { isOwnContact } from '../applications/own-contact.ts'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { consentsAskedAt, consentsOfPhone } from './consents-of-phone.ts'

interface Revoked {
  consentId: number
  internal: number | null
  marketplace: number | null
  language: MessageLanguage
  /** Agents of the application. */
  agentIds: number[]
}

/**
 * Revokes all consents of the clients who have this number, because one of them answered STOP, and confirms it by one text
 * (47 CFR 64.1200(a)(12)). Returns what it revoked, with the agents of each application.
 */
export async function revokeByText(
  db: Db,
  services: Pick<Services, 'sealer' | 'brands' | 'config'>,
  audit: AuditSource,
  { from, wrote }: { from: string; wrote: string },
): Promise<Pick<Revoked, 'agentIds'>[]> {
  // An agent's number in a client's record says nothing about the client (decision 272).
  const isAgents = await isOwnContact(db, { services }, from)
  const consents = isAgents ? consentsAskedAt(from) : sql`${consentsAskedAt(from)} union (${consentsOfPhone(from)})`
  const { rows } = await sql<Revoked>`
    with revoked as (
      insert into consent_revocations (consent_id, way, note, address, user_agent)
      select g.id, 'text', ${wrote.trim().slice(0, 500)}, ${audit.address}, 'text message'
      from consents g
      where g.id in (${consents}) and g.ends_on > (now() at time zone 'America/New_York')::date
        and not exists (select from consent_revocations v where v.consent_id = g.id)
      on conflict do nothing
      returning consent_id)
    select g.id as "consentId", g.application_id as internal, g.marketplace_application_id as marketplace, g.language,
      to_jsonb(array_remove(array[m.agent_id, m.sale_agent_id, i.assigned_agent_id, i.created_by_agent_id], null)) as "agentIds"
    from revoked v join consents g on g.id = v.consent_id
    left join internal_applications i on i.id = g.application_id
    left join marketplace_applications m on m.id = g.marketplace_application_id
    order by g.id desc`.execute(db)
  for (const { consentId, internal, marketplace } of rows)
    await writeAudit(db, audit, {
      action: 'update',
      entity: internal === null ? 'marketplace-application' : 'internal-application',
      entityId: internal ?? marketplace ?? 0,
      outcome: 'done',
      facts: { revoked: consentId, way: 'text' },
    })
  const [newest] = rows
  if (newest && canSend(services.config, 'sms'))
    await queueMessage(db, services, {
      kind: 'consent-revoked',
      channel: 'sms',
      userId: null,
      recipient: from,
      language: newest.language,
      facts: {},
    })
  return rows
}
