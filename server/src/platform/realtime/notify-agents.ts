import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import { sql } from 'kysely'
import { seenRecords, type Visibility, type VisibilityEntry } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import { type NewNotification, notify } from './notify.ts'

/** Possible recipient of a notification, with current rights. */
export interface Recipient {
  id: number
  ownAgentId: number | null
  may: (expression: string) => boolean
  visibility: (resource: Resource) => Visibility
}

/** All enabled users with a role; an agency has hundreds at most. */
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
    ownAgentId: row.ownAgentId,
    may: (expression) => mayPass(expression, row),
    visibility: (resource) => seenRecords(row, resource),
  }))
}

/** Whether an agent's records are visible. Records without an agent need full visibility. */
export function canSeeAgent(visibility: Visibility, agentId: number | null): boolean {
  return visibility.all || (agentId !== null && visibility.agentIds.includes(agentId))
}

/** Record assigned to an agent, with the previous agent. */
interface Assignment {
  id: number
  value: number | null
  was?: number | null
}

/**
 * Notifies agents of assigned and unassigned records, with one notification each. Users are not notified of their own
 * changes.
 */
export async function notifyAgents(
  db: Db,
  kind: 'lead' | 'contact' | 'application' | 'unpaid' | 'lost',
  assignments: readonly Assignment[],
  by: number,
): Promise<void> {
  const changed = assignments.filter(({ value, was }) => value !== (was ?? null))
  const gained = byAgent(changed, ({ value }) => value)
  const lost = byAgent(changed, ({ was }) => was ?? null)
  const agentIds = [...new Set([...gained.keys(), ...lost.keys()])]
  if (agentIds.length === 0) return
  const { rows } = await sql<{ userId: number; agentId: number }>`
    select u.id as "userId", a.id as "agentId" from agents a join users u on u.contact_id = a.contact_id
    where a.id = any(${agentIds}::bigint[]) and u.enabled and u.id <> ${by} order by u.id`.execute(db)
  const notifications = rows.flatMap(({ userId, agentId }): NewNotification<typeof kind>[] => {
    const [theirs, lostRecords] = [gained.get(agentId) ?? [], lost.get(agentId) ?? []]
    const recordId = theirs.length === 1 ? (theirs[0]?.id ?? null) : null
    return [
      ...(theirs.length > 0 ? [{ userId, recordId, facts: { count: theirs.length } }] : []),
      // No record id: the agent may no longer see the records.
      ...(lostRecords.length > 0
        ? [{ userId, recordId: null, facts: { count: lostRecords.length, lost: true as const } }]
        : []),
    ]
  })
  await notify(db, kind, notifications)
}

function byAgent(
  assignments: readonly Assignment[],
  agentOf: (assignment: Assignment) => number | null,
): Map<number | null, Assignment[]> {
  return Map.groupBy(
    assignments.filter((assignment) => agentOf(assignment) !== null),
    agentOf,
  )
}
