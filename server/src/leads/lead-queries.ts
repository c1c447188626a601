import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type LeadRow, mayRunLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { leadList } from './lead-list.ts'

/** The condition that keeps a person to the leads they see; the same rule as the list's (P-30). */
const seen = (visibility: Visibility) =>
  visibility.all ? sql`true` : sql`l.agent_id = any(${visibility.agentIds}::bigint[])`

/** One lead as its list shows it. Fails as missing when the person may not see it (P-26). */
export async function findLead(db: Db, visibility: Visibility, id: number): Promise<LeadRow> {
  const columns = Object.entries(leadList.columns).map(([name, expression]) => `${expression} as "${name}"`)
  const { rows } = await sql<LeadRow & { statusDate: Date | null }>`
    select ${sql.raw(columns.join(', '))} from ${sql.raw(leadList.table)} ${sql.raw(leadList.joins)}
    where l.id = ${id} and ${seen(visibility)}`.execute(db)
  const [row] = rows
  return row ? { ...row, statusDate: row.statusDate?.toISOString() ?? null } : fail('lead.not_found')
}

/**
 * The lead, kept from other changes until the transaction ends, for somebody who wants to change it: their own, or any
 * that they see with admin.Lead. Fails with `lead.not_found` or `right.missing`.
 */
export async function lockLead(db: Db, user: SignedIn, id: number): Promise<LeadRow> {
  const { rows } = await sql<{ agentId: number | null }>`
    select l.agent_id as "agentId" from leads l where l.id = ${id} and ${seen(user.visibility('Lead'))} for no key update`.execute(
    db,
  )
  const [lead] = rows
  if (!lead) return fail('lead.not_found')
  if (!mayChange(user, lead)) fail('right.missing', { message: 'This lead is assigned to somebody else' })
  return await findLead(db, { all: true }, id)
}

/** Own leads are changed by whoever reads leads; those of others, and of nobody, need admin.Lead. */
export function mayChange(user: SignedIn, { agentId }: { agentId: number | null }): boolean {
  return (agentId !== null && agentId === user.ownAgentId) || mayPass(mayRunLeads, user)
}
