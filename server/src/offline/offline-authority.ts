import { maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { findAuthority } from '../agents/agent-queries.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * What stands against an agent who sells in a state (two letters, or nothing yet) on a day; empty where there is no
 * agent. The plan of an application is free text: no carrier is known, so no appointment is asked for.
 */
export async function againstSelling(
  db: Db,
  agentId: number | null,
  stateCode: string | undefined,
  date: string,
): Promise<string[]> {
  const agent = agentId === null ? undefined : await findAuthority(db, agentId)
  if (!agent) return []
  const state = stateCode
    ? await db.selectFrom('states').select(['code', 'name']).where('code', '=', stateCode).executeTakeFirst()
    : undefined
  return maySell(agent, { state, date }).reasons
}
