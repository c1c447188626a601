import { fail } from '@coverdesk/domain/fail.ts'
import type { ClosedMonths, ClosedRefusal } from '@coverdesk/domain/pay-terms/closed-month-rules.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type ClosedKind = 'advance' | 'adjustment'

/**
 * Closed months of the agency, and of each of these entries those in which a closed run has it. Hold `lockRuns`: a run that is
 * closing has read them already.
 */
export async function closedMonths(
  db: Db,
  kind: ClosedKind,
  ids: readonly number[],
): Promise<(id: number | null) => ClosedMonths> {
  const { rows } = await sql<{ id: number | null; month: string | null }>`
    select null::bigint as id, max(month)::text as month from pay_runs where closed_at is not null
    union all
    select i.source_id, max(i.month)::text
    from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
    where i.kind = ${kind} and i.source_id = any(${ids}::bigint[])
    group by 1`.execute(db)
  const months = new Map(rows.map(({ id, month }) => [id, month]))
  const last = months.get(null) ?? null
  return (id) => ({ last, paid: id === null ? null : (months.get(id) ?? null) })
}

/** Fails at the field that closed months refuse. */
export async function refuseClosedMonths(
  db: Db,
  kind: ClosedKind,
  id: number | null,
  rule: (closed: ClosedMonths) => ClosedRefusal | null,
): Promise<void> {
  const closed = await closedMonths(db, kind, id === null ? [] : [id])
  const refused = rule(closed(id))
  if (refused === null) return
  const { because, field, message } = refused
  fail(because === 'closed' ? 'pay_term.month_closed' : `${kind}.paid`, {
    message,
    details: [{ path: field, message }],
  })
}
