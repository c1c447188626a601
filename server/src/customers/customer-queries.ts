import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { isNamed } from '../platform/lists/name-filters.ts'
import { selectedColumns } from '../platform/lists/select-list.ts'
import { customerList } from './customer-list.ts'

/** Restricts contacts to those the user can see; the same rule as the list's (P-30). */
const visible = (visibility: Visibility) =>
  visibility.all ? sql<boolean>`true` : sql<boolean>`c.agent_id = any(${visibility.agentIds}::bigint[])`

const { createdDate: _createdDate, ...plainColumns } = customerList.columns
const columns = selectedColumns(plainColumns)

/** One customer with its list columns and the fields for editing. Fails as missing if the caller may not see it (P-26). */
export async function findCustomer(db: Db, visibility: Visibility, id: number): Promise<CustomerDetail> {
  const { rows } = await sql<CustomerDetail>`
    select ${columns}, to_json(cu.created_at) #>> '{}' as "createdDate", c.version, c.main_state_id as "stateId",
      coalesce(nullif(concat_ws(' ', nullif(by_c.first_name, ''), nullif(by_c.last_name, '')), ''), by_u.user_name) as "createdBy"
    from customers cu ${sql.raw(customerList.joins)}
    left join users by_u on by_u.id = cu.created_by
    left join contacts by_c on by_c.id = by_u.contact_id
    where cu.contact_id = ${id} and not cu.merged and ${visible(visibility)}`.execute(db)
  return rows[0] ?? fail('customer.not_found')
}

/** Locks the contact until the transaction ends; fails as missing if the caller may not see the customer. */
export async function lockCustomer(db: Db, visibility: Visibility, id: number): Promise<void> {
  const { rows } = await sql`
    select from contacts c
    where c.id = ${id} and c.merged_into is null and ${visible(visibility)}
      and exists (select from customers cu where cu.contact_id = c.id)
    for no key update of c`.execute(db)
  if (rows.length === 0) fail('customer.not_found')
}

const maxAgents = 50

/** Agents whose customers the caller can see, by part of the name or start of the NPN; at most 50. */
export async function findCustomerAgents(
  db: Db,
  visibility: Visibility,
  typed = '',
): Promise<{ id: number; name: string; npn: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; npn: string | null }>`
    select id, name, npn from agents
    where (${isNamed('search_name', typed)} or starts_with(npn, ${typed}))
      and ${visibility.all ? sql`true` : sql`id = any(${visibility.agentIds}::bigint[])`}
    order by plain_text(name), id limit ${maxAgents}`.execute(db)
  return rows
}
