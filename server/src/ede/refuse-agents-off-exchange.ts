import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { refuseOffExchange } from '../agents/refuse-off-exchange.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import type { StoredEde } from './ede-queries.ts'

/**
 * Fails with `agent.not_on_exchange` when CMS's lists forbid the application's agent, or the one who acts for the client, to
 * sell its coverage. A client who applies without an agent passes.
 */
export async function refuseAgentsOffExchange(
  db: Db,
  { user, now }: SignedInCall,
  { agentId, clientId, countyState, planYear }: StoredEde,
): Promise<void> {
  const acting = clientId === user.id ? null : user.ownAgentId
  for (const agent of new Set([agentId, acting]))
    if (agent !== null)
      await refuseOffExchange(db, agent, {
        states: [countyState === null ? undefined : { code: countyState }],
        today: todayIn(now),
        planYear,
      })
}
