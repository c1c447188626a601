import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { type LeadRow, mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { agentsOfOpenableCustomers } from '../customers/openable-customers.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { joinsForAgents, selectedColumns } from '../platform/lists/select-list.ts'
import { leadList } from './lead-list.ts'

/** Restricts leads to those the user can see; the same rule as the list's (P-30). */
const visible = (visibility: Visibility) =>
  visibility.all ? sql`true` : sql`l.agent_id = any(${visibility.agentIds}::bigint[])`

/** One lead with its list columns. Fails as missing if the user cannot see it (P-26). */
export async function findLead(db: Db, user: SignedIn, visibility: Visibility, id: number): Promise<LeadRow> {
  const { rows } = await sql<LeadRow & { statusDate: Date | null }>`
    select ${selectedColumns(leadList.columns)} from ${sql.raw(leadList.table)} ${joinsForAgents(leadList, agentsOfOpenableCustomers(user))}
    where l.id = ${id} and ${visible(visibility)}`.execute(db)
  const [row] = rows
  return row ? { ...row, statusDate: row.statusDate?.toISOString() ?? null } : fail('lead.not_found')
}

/**
 * Locks a lead until the transaction ends, for a change by the user: their own, or any visible lead with admin.Lead.
 * Fails with `lead.not_found` or `right.missing`.
 */
export async function lockLead(db: Db, user: SignedIn, id: number): Promise<LeadRow> {
  const { rows } = await sql<{ agentId: number | null }>`
    select l.agent_id as "agentId" from leads l where l.id = ${id} and ${visible(user.visibility('Lead'))} for no key update`.execute(
    db,
  )
  const [lead] = rows
  if (!lead) return fail('lead.not_found')
  if (!mayChange(user, lead)) fail('right.missing', { message: 'This lead is assigned to someone else' })
  return await findLead(db, user, { all: true }, id)
}

/** Users may change their own leads; those of others or without an agent require admin.Lead. */
export function mayChange(user: SignedIn, { agentId }: { agentId: number | null }): boolean {
  return (agentId !== null && agentId === user.ownAgentId) || mayPass(mayRunLeads, user)
}
