import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Agent of a new customer: the requested one, else the caller's own; null only if the caller can see all customers. Fails
 * with `customer.agent_needed` if no agent follows from the caller's visibility, and with the field's message if the caller
 * may not use the requested agent (P-33).
 */
export async function agentOfNewCustomer(
  db: Db,
  user: SignedIn,
  requested: number | null | undefined,
): Promise<number | null> {
  if (requested !== undefined) return await allowedAgent(db, user, requested)
  const visibility = user.visibility('Customer')
  const own = user.ownAgentId
  if (own !== null && (visibility.all || visibility.agentIds.includes(own))) return own
  if (visibility.all) return null
  const [only, ...others] = visibility.agentIds
  return only !== undefined && others.length === 0 ? only : fail('customer.agent_needed')
}

/** Returns the agent if the caller can see that agent's customers; else fails with the field's message. */
export async function allowedAgent(db: Db, user: SignedIn, agentId: number | null): Promise<number | null> {
  const visibility = user.visibility('Customer')
  const problem =
    agentId === null
      ? visibility.all
        ? undefined
        : 'Agent is required'
      : (visibility.all || visibility.agentIds.includes(agentId)) && (await isAgent(db, agentId))
        ? undefined
        : 'Not an agent whose customers you can see'
  if (problem === undefined) return agentId
  return fail('request.invalid', { message: problem, details: [{ path: 'agentId', message: problem }] })
}

async function isAgent(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from agents where id = ${id}`.execute(db)
  return rows.length > 0
}
