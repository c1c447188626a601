import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'

interface Revoked {
  consentId: number
  internal: number | null
  marketplace: number | null
  language: MessageLanguage
}

/**
 * Revokes the consents that were requested at this number by text, because the client answered STOP, and confirms it by one
 * text (47 CFR 64.1200(a)(12)). Nothing if there is none.
 */
export async function revokeByText(
  db: Db,
  services: Pick<Services, 'sealer' | 'brands' | 'config'>,
  audit: AuditSource,
  { from, wrote }: { from: string; wrote: string },
): Promise<void> {
  const { rows } = await sql<Revoked>`
    with revoked as (
      insert into consent_revocations (consent_id, way, note, address, user_agent)
      select g.id, 'text', ${wrote.trim().slice(0, 500)}, ${audit.address}, 'text message'
      from consent_requests r join consents g on g.request_id = r.id
      where r.channel = 'sms' and r.sent_to = ${from} and g.ends_on > (now() at time zone 'America/New_York')::date
        and not exists (select from consent_revocations v where v.consent_id = g.id)
      on conflict do nothing
      returning consent_id)
    select g.id as "consentId", g.application_id as internal, g.marketplace_application_id as marketplace, g.language
    from revoked v join consents g on g.id = v.consent_id order by g.id desc`.execute(db)
  for (const { consentId, internal, marketplace } of rows)
    await writeAudit(db, audit, {
      action: 'update',
      entity: internal === null ? 'marketplace-application' : 'internal-application',
      entityId: internal ?? marketplace ?? 0,
      outcome: 'done',
      facts: { revoked: consentId, way: 'text' },
    })
  const [newest] = rows
  if (!newest || !canSend(services.config, 'sms')) return
  await queueMessage(db, services, {
    kind: 'consent-revoked',
    channel: 'sms',
    userId: null,
    recipient: from,
    language: newest.language,
    facts: {},
  })
}
