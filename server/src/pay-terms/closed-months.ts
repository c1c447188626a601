import type { ClosedMonths } from '@coverdesk/domain/pay-terms/closed-month-rules.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** What closed runs have of each of these entries. Hold `lockRuns`: a run that is closing has read them already. */
export async function closedMonths(
  db: Db,
  kind: 'advance' | 'adjustment',
  ids: readonly number[],
): Promise<(id: number | null) => ClosedMonths> {
  const { rows } = await sql<{ id: number; paid: string }>`
    select i.source_id as id, max(i.month)::text as paid
    from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
    where i.kind = ${kind} and i.source_id = any(${ids}::bigint[])
    group by 1`.execute(db)
  const paid = new Map(rows.map((row) => [row.id, row.paid]))
  return (id) => ({ paid: id === null ? null : (paid.get(id) ?? null) })
}
