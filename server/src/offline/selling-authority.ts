import { type Authority, maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { findAuthority } from '../agents/agent-queries.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Whether an agent may sell in a state (two letters, or still empty) on a day; nothing is against it without an agent. The plan
 * is free text and names no carrier, so appointments are not checked.
 */
export async function sellingAuthority(
  db: Db,
  agentId: number | null,
  stateCode: string | undefined,
  date: string,
): Promise<Authority> {
  const agent = agentId === null ? undefined : await findAuthority(db, agentId)
  if (!agent) return { may: true, reasons: [], unknown: [] }
  const state = stateCode
    ? await db.selectFrom('states').select(['code', 'name']).where('code', '=', stateCode).executeTakeFirst()
    : undefined
  return maySell(agent, { state, date })
}
