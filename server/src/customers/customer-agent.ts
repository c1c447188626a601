import { fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Whose customer a new one is: the agent asked for, else the own. Who sees everybody's customers may leave it open
 * (null). Fails with `customer.agent_needed` when it would be nobody's whom the caller sees, and with the field's
 * sentence when the caller may not keep customers of that agent (P-33).
 */
export async function agentOfNew(db: Db, user: SignedIn, asked: number | null | undefined): Promise<number | null> {
  if (asked !== undefined) return await allowedAgent(db, user, asked)
  const visibility = user.visibility('Customer')
  const own = user.ownAgentId
  if (own !== null && (visibility.all || visibility.agentIds.includes(own))) return own
  if (visibility.all) return null
  const [only, ...others] = visibility.agentIds
  return only !== undefined && others.length === 0 ? only : fail('customer.agent_needed')
}

/** The agent, when the caller may keep customers of that agent; else fails with the field's sentence. */
export async function allowedAgent(db: Db, user: SignedIn, agentId: number | null): Promise<number | null> {
  const visibility = user.visibility('Customer')
  const problem =
    agentId === null
      ? visibility.all
        ? undefined
        : 'Agent is required'
      : (visibility.all || visibility.agentIds.includes(agentId)) && (await isAgent(db, agentId))
        ? undefined
        : 'Not an agent whose customers you see'
  if (problem === undefined) return agentId
  return fail('request.invalid', { message: problem, details: [{ path: 'agentId', message: problem }] })
}

async function isAgent(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from agents where id = ${id}`.execute(db)
  return rows.length > 0
}
