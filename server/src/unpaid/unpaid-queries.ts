import { fail } from '@coverdesk/domain/failures.ts'
import type { UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Sees } from '../platform/visibility.ts'
import { tableOf, unpaidLists } from './unpaid-list.ts'

/** The condition that keeps a person to what they see; the same rule as the list's (P-30). */
export const seenUnpaid = (sees: Sees) =>
  sees.all
    ? sql<boolean>`n.stands`
    : sql<boolean>`n.stands and (n.agent_id = any(${sees.agentIds}::bigint[]) or n.aor_id = any(${sees.agentIds}::bigint[]))`

/** One of a variant as its list shows it. Fails as missing when it is not in the list of this person (P-26). */
export async function findUnpaid(db: Db, variant: UnpaidVariant, sees: Sees, id: number): Promise<UnpaidRow> {
  const { columns, table, joins } = unpaidLists[variant]
  const shown = Object.entries(columns).map(([name, expression]) => `${expression} as "${name}"`)
  const { rows } = await sql<UnpaidRow>`
    select ${sql.raw(shown.join(', '))} from ${sql.raw(table)} ${sql.raw(joins)}
    where n.id = ${id} and ${seenUnpaid(sees)}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** The same, kept from other changes until the transaction ends. */
export async function lockUnpaid(db: Db, variant: UnpaidVariant, sees: Sees, id: number): Promise<UnpaidRow> {
  await sql`select from ${sql.table(tableOf[variant])} n where n.id = ${id} for no key update`.execute(db)
  return await findUnpaid(db, variant, sees, id)
}

/** Whether one is there for somebody: its list would show it to them. */
export async function seesUnpaid(db: Db, variant: UnpaidVariant, sees: Sees, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(tableOf[variant])} n where n.id = ${id} and ${seenUnpaid(sees)}`.execute(db)
  return rows.length > 0
}
