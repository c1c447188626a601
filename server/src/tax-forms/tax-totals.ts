import type { TaxTotals, TaxYear } from '@coverdesk/domain/tax-forms/tax-form-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { taxLimits } from './tax-limits.ts'
import { taxYearSums } from './tax-year-list.ts'

/** Sums of a year over the agents that the user sees. */
export async function taxTotals(db: Db, visibility: Visibility, year: number): Promise<TaxTotals> {
  const visible = visibility.all ? sql`true` : sql`t.agent_id = any(${visibility.agentIds}::bigint[])`
  const sums = Object.entries(taxYearSums).map(([name, sum]) => `${sum} as "${name}"`)
  const { rows } = await sql<Omit<TaxTotals, 'year' | 'limit' | 'limitSince'>>`
    select ${sql.raw(sums.join(', '))} from tax_years t where t.year = ${year} and ${visible}`.execute(db)
  const limit = (await taxLimits(db)).find((row) => row.year <= year)
  const [found] = rows
  if (!found || !limit) throw new Error(`No limit of ${year}`)
  return { year, limit: limit.amount, limitSince: limit.year, ...found }
}

/** Years of the user's own agent, newest first. */
export async function ownTaxYears(
  db: Db,
  agentId: number | null,
): Promise<(Pick<TaxYear, 'class' | 'paid'> & { year: number })[]> {
  if (agentId === null) return []
  const { rows } = await sql<Pick<TaxYear, 'class' | 'paid'> & { year: number }>`
    select year, class, paid::text as paid from tax_years where agent_id = ${agentId} order by year desc`.execute(db)
  return rows
}
