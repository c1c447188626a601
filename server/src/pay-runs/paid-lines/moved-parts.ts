import { sql } from 'kysely'
import { monthOfLine, termsOfLine } from '../../expected/terms-of-line.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DraftRun } from '../first-run-month.ts'

/** Months and amounts of a standing line, as `paid_lines.parts` remembers them: '2026-03-01:60.00', or 'bonus 2026-03-01:60.00'. */
const partsNow = sql`word_of_paid_line(l.kind, l.matched_by) || coalesce(n.parts, ${monthOfLine('l')} || ':' || l.amount)`

/** Paid lines that may have changed, as they stand now. */
const standing = sql`
  (select * from paid_lines where is_changed) d join commission_lines l on l.id = d.line_id ${termsOfLine('l')}
  left join lateral (
    select string_agg(m.month || ':' || m.amount, ',' order by m.month) as parts from line_months m where m.line_id = l.id) n on true`

/**
 * Parts of paid lines that changed since they were paid, for this transaction: the line's policy is another, it pays other months or other
 * amounts of them, or it is the agency's now or was: none of ours, or a bonus. `paid` is what closed runs have of the part, `now` what
 * it is today.
 */
export async function findMovedParts(db: Db): Promise<void> {
  await sql`create temporary table if not exists moved_parts (original_id bigint, line_id bigint, policy_id bigint, month date,
    paid numeric, now numeric) on commit drop`.execute(db)
  await sql`truncate moved_parts`.execute(db)
  await sql`create temporary table if not exists compared_lines (original_id bigint primary key) on commit drop`.execute(
    db,
  )
  await sql`truncate compared_lines`.execute(db)
  await sql`
    with candidates as materialized (
      select d.original_id, l.id as line_id, l.policy_id, l.kind, ${monthOfLine('l')} as month, l.amount, l.carrier_id,
        (d.parts ~ '^(ignored|bonus) ') <> (word_of_paid_line(l.kind, l.matched_by) in ('ignored ', 'bonus ')) as is_decided
      from ${standing} where d.policy_id is distinct from l.policy_id or d.parts is distinct from ${partsNow}
    ),
    compared as (insert into compared_lines select original_id from candidates),
    paid as (
      select e.line_id as original_id, e.policy_id, e.month, sum(e.gross) as paid
      from candidates k join pay_earnings e on e.line_id = k.original_id
      join pay_runs r on r.id = e.run_id and r.closed_at is not null
      where e.kind <> 'open' group by 1, 2, 3 having sum(e.gross) <> 0
    ),
    now as (
      select k.original_id, k.policy_id, x.month, coalesce(m.amount, k.amount) as now, k.kind
      from candidates k left join line_months m on m.line_id = k.line_id
      cross join lateral (select coalesce(m.month, k.month) as month) x
      where k.kind <> 'advance' or m.line_id is not null
        or not exists (select from commission_schedules s where s.carrier_id = k.carrier_id)
    )
    insert into moved_parts
    select k.original_id, k.line_id, coalesce(p.policy_id, n.policy_id), coalesce(p.month, n.month), coalesce(p.paid, 0),
      coalesce(n.now, 0)
    from paid p full join now n
      on n.original_id = p.original_id and n.month = p.month and coalesce(n.policy_id, 0) = coalesce(p.policy_id, 0)
    join candidates k on k.original_id = coalesce(p.original_id, n.original_id)
    where (coalesce(p.paid, 0) <> coalesce(n.now, 0) or k.is_decided)
      -- Months that a carrier's advance is drawn for later are new, not moved.
      and not (k.kind = 'advance' and p.paid is null)`.execute(db)
}

/** Moved parts that earn again, as a condition on `l` and `x` of readParts. */
export const movedParts = sql`
  (l.id, x.month) in (select v.line_id, v.month from moved_parts v where v.now <> 0 and v.policy_id is not distinct from l.policy_id)`

/** Ids under which closed runs know moved lines. */
export async function originalsOfMoved(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ lineId: number; originalId: number }>`
    select distinct line_id as "lineId", original_id as "originalId" from moved_parts`.execute(db)
  return new Map(rows.map(({ lineId, originalId }) => [lineId, originalId]))
}

/**
 * Remembers what the lines of a closing run, and those that moved, pay now, and unmarks them. A line with a part that waits for terms
 * stays as it was.
 */
export async function rememberParts(db: Db, { id }: DraftRun): Promise<void> {
  await sql`
    update paid_lines p set policy_id = s.policy_id, parts = s.parts, is_changed = false
    from (
      select d.original_id, l.policy_id, ${partsNow} as parts from ${standing}
      where d.original_id in (select original_id from compared_lines union select e.line_id from pay_earnings e where e.run_id = ${id})
        and not exists (select from pay_earnings e where e.run_id = ${id} and e.line_id = d.original_id and e.kind = 'open')
        and not exists (
          select from moved_parts v where v.original_id = d.original_id and v.now <> 0 and not exists (
            select from pay_earnings e where e.run_id = ${id} and e.line_id = v.original_id and e.month = v.month and e.kind <> 'moved'))
    ) s where p.original_id = s.original_id`.execute(db)
  await sql`
    update paid_lines p set is_changed = false
    from (
      select d.original_id from ${standing}
      where d.policy_id is not distinct from l.policy_id and d.parts is not distinct from ${partsNow}
    ) s where p.original_id = s.original_id`.execute(db)
}
