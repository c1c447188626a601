import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/** Agents whose customers the user may open: null for all, none without the right to customers. */
export function agentsOfOpenableCustomers(user: SignedIn): readonly number[] | null {
  if (!mayPass(sectionRules.Customer.allow, user)) return []
  const visibility = user.visibility('Customer')
  return visibility.all ? null : visibility.agentIds
}

/** Id of the customer that a record's contact is; null if it is none, or one that the user may not open. */
export function openableCustomer(user: SignedIn, contactId: string): RawBuilder<number | null> {
  const agents = agentsOfOpenableCustomers(user)
  return sql<number | null>`(
    select cu.contact_id from customers cu
    where cu.contact_id = ${sql.ref(contactId)} and not cu.merged
      and ${agents === null ? sql`true` : sql`cu.agent_id = any(${agents}::bigint[])`})`
}

/** Customer that a record is already linked to, or null. Fails if the user may not open that customer. */
export async function linkedCustomer(db: Db, user: SignedIn, contactId: number | null): Promise<number | null> {
  if (contactId === null) return null
  const { rows } = await sql<{ id: number | null }>`
    select ${openableCustomer(user, 'linked.contact_id')} as id from customers linked
    where linked.contact_id = ${contactId} and not linked.merged`.execute(db)
  const [linked] = rows
  return linked ? (linked.id ?? fail('customer.not_openable')) : null
}
