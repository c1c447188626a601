import { fail } from '@coverdesk/domain/fail.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { leavingWords, type UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectedColumns } from '../platform/lists/select-list.ts'
import { agentsParameter, tableOf, unpaidList } from './unpaid-list.ts'

/** SQL condition for rows visible to a user, open or resolved; the same rule as the lists' (P-30). */
export const visibleUnpaid = (visibility: Visibility) =>
  visibility.all
    ? sql<boolean>`true`
    : sql<boolean>`(n.agent_id = any(${visibility.agentIds}::bigint[]) or n.aor_id = any(${visibility.agentIds}::bigint[]))`

/** One row of a variant as its lists show it. Fails as missing when the user cannot see it (P-26). `payAgents`: see `unpaidList`. */
export async function findUnpaid(
  db: Db,
  variant: UnpaidVariant,
  visibility: Visibility,
  id: number,
  payAgents: readonly number[] | null = null,
): Promise<UnpaidRow> {
  const { columns, table, joins } = unpaidList(variant, {}, payAgents)
  const [before = '', after] = joins.split('$1')
  const joined = sql`${sql.raw(before)}${after === undefined ? sql`` : sql`${agentsParameter(payAgents)}${sql.raw(after)}`}`
  const { rows } = await sql<UnpaidRow>`
    select ${selectedColumns(columns)} from ${sql.raw(table)} ${joined}
    where n.id = ${id} and ${visibleUnpaid(visibility)}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** Locks an open row until the transaction ends. Fails with `unpaid.left` when it is resolved. */
export async function lockUnpaid(
  db: Db,
  variant: UnpaidVariant,
  visibility: Visibility,
  id: number,
): Promise<UnpaidRow> {
  await sql`select from ${sql.table(tableOf[variant])} n where n.id = ${id} for no key update`.execute(db)
  const row = await findUnpaid(db, variant, visibility, id)
  if (row.leftWhy === null) return row
  return fail('unpaid.left', {
    message: `This policy left the list on ${showDate(todayIn(new Date(row.leftDate ?? '')))}: ${leavingWords[row.leftWhy]}. Its status stays as it was.`,
  })
}

/** Those of the rows that a list would show to the user. */
export async function seenUnpaid(
  db: Db,
  variant: UnpaidVariant,
  visibility: Visibility,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from ${sql.table(tableOf[variant])} n
    where n.id = any(${ids}::bigint[]) and ${visibleUnpaid(visibility)}`.execute(db)
  return rows.map(({ id }) => id)
}
