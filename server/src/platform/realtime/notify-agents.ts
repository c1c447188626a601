import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { sql } from 'kysely'
import { seenRecords, type Visibility, type VisibilityEntry } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { notify, type Told } from './notify.ts'

/** Somebody who may be told of something, with the rights of this moment. */
export interface Recipient {
  id: number
  may: (expression: string) => boolean
  visibility: (resource: Resource) => Visibility
}

/** Everybody who can sign in and has a role, with their rights; an agency has hundreds at most. */
export async function listRecipients(db: Db): Promise<Recipient[]> {
  const { rows } = await sql<{
    id: number
    roles: string[]
    claims: string[]
    hasFullAgentAccess: boolean
    ownAgentId: number | null
    entries: VisibilityEntry[]
  }>`
    select u.id, u.roles, u.claims, u.has_full_agent_access as "hasFullAgentAccess", a.id as "ownAgentId",
      coalesce((select jsonb_agg(jsonb_build_object('agent_id', v.agent_id, 'resource_id', v.resource_id))
        from user_visibility v where v.user_id = u.id), '[]') as entries
    from users u left join agents a on a.contact_id = u.contact_id
    where u.enabled and u.roles <> '{}' order by u.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    may: (expression) => mayPass(expression, row),
    visibility: (resource) => seenRecords(row, resource),
  }))
}

/** Whether somebody sees the records of an agent; those of nobody's agent are seen by who sees all. */
export function canSeeAgent(visibility: Visibility, agentId: number | null): boolean {
  return visibility.all || (agentId !== null && visibility.agentIds.includes(agentId))
}

/** Something that an agent was given, and whose it was before. */
interface Given {
  id: number
  value: number | null
  was?: number | null
}

/**
 * Tells the agents' users what they were given and what is no longer theirs, in one notification of each however many; nobody is
 * told of what they did themselves.
 */
export async function notifyAgents(
  db: Db,
  kind: 'lead' | 'contact' | 'application' | 'unpaid' | 'lost',
  given: readonly Given[],
  by: number,
): Promise<void> {
  const moved = given.filter(({ value, was }) => value !== (was ?? null))
  const got = byAgent(moved, ({ value }) => value)
  const lost = byAgent(moved, ({ was }) => was ?? null)
  const agentIds = [...new Set([...got.keys(), ...lost.keys()])]
  if (agentIds.length === 0) return
  const { rows } = await sql<{ userId: number; agentId: number }>`
    select u.id as "userId", a.id as "agentId" from agents a join users u on u.contact_id = a.contact_id
    where a.id = any(${agentIds}::bigint[]) and u.enabled and u.id <> ${by} order by u.id`.execute(db)
  const told = rows.flatMap(({ userId, agentId }): Told<typeof kind>[] => {
    const [theirs, gone] = [got.get(agentId) ?? [], lost.get(agentId) ?? []]
    const recordId = theirs.length === 1 ? (theirs[0]?.id ?? null) : null
    return [
      ...(theirs.length > 0 ? [{ userId, recordId, facts: { count: theirs.length } }] : []),
      // What they lost they may read no more: no record is named.
      ...(gone.length > 0 ? [{ userId, recordId: null, facts: { count: gone.length, lost: true as const } }] : []),
    ]
  })
  await notify(db, kind, told)
}

function byAgent(given: readonly Given[], agentOf: (one: Given) => number | null): Map<number | null, Given[]> {
  return Map.groupBy(
    given.filter((one) => agentOf(one) !== null),
    agentOf,
  )
}
