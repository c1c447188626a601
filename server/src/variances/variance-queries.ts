import { fail } from '@coverdesk/domain/fail.ts'
import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { selectVariances } from './variance-list.ts'

/** SQL condition for variances visible to a user; the same rule as the lists' (P-30). */
export const visibleVariance = (visibility: Visibility) =>
  visibility.all
    ? sql<boolean>`true`
    : sql<boolean>`(v.agent_id = any(${visibility.agentIds}::bigint[]) or v.owner_id = any(${visibility.agentIds}::bigint[]))`

/** One variance as the list shows it, open or closed. Fails as missing when the user cannot see it (P-26). */
export async function findVariance(db: Db, visibility: Visibility, id: number): Promise<VarianceRow> {
  const { rows } = await sql<VarianceRow>`
    ${selectVariances} where v.id = ${id} and ${visibleVariance(visibility)}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** Locks an open variance until the transaction ends. Fails with `variance.closed` when a file settled it. */
export async function lockVariance(db: Db, visibility: Visibility, id: number): Promise<VarianceRow> {
  await sql`select from variances v where v.id = ${id} for no key update`.execute(db)
  const row = await findVariance(db, visibility, id)
  return row.closedAt === null ? row : fail('variance.closed')
}

/** Those of the variances that a list would show to the user. */
export async function seenVariances(db: Db, visibility: Visibility, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from variances v where v.id = any(${ids}::bigint[]) and ${visibleVariance(visibility)}`.execute(db)
  return rows.map(({ id }) => id)
}
