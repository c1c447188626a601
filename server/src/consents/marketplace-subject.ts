import { sql } from 'kysely'
import { ownApplications, visibleApplications } from '../marketplace/marketplace-queries.ts'
import { agentsAtWork, consentRecords } from './client-consent-queries.ts'
import type { FindsConsentSubject } from './consent-gate.ts'

/**
 * The marketplace application `appId`. Clients need no consent for their own application, and attest to what they send
 * themselves.
 */
export const marketplaceSubject: FindsConsentSubject = async ({ db, caller }, { appId }) => {
  if (!caller || typeof appId !== 'string') return null
  const { rows } = await sql<{ id: number; isOwn: boolean; person: string; agentId: number | null }>`
    select m.id, coalesce(${ownApplications(caller)}, false) as "isOwn",
      concat_ws(' ', m.user_first_name, m.user_last_name) as person, coalesce(m.agent_id, m.sale_agent_id) as "agentId"
    from marketplace_applications m
    where m.exchange_assigned_id = ${appId} and ${visibleApplications(caller)}`.execute(db)
  const [application] = rows
  if (!application || application.isOwn) return null
  return {
    person: application.person,
    agentIds: agentsAtWork(caller, application.agentId),
    records: await consentRecords(db, application.id),
    isReviewed: async () => true,
    authorizing: async () => null,
  }
}
