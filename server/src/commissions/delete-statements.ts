import type { StandingStatement, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../expected/derive-months.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { refreshLost } from '../unpaid/follow-loads.ts'
import { rebuild } from './loads/load-commissions.ts'

export interface Period {
  carrierId: number
  /** First day of the month. */
  month: string
}

/** Loaded totals of a carrier and month. Fails with `carrier.not_found` or `statement.not_found`. */
export const findLoadedStatement: Handler<typeof statements.standing> = ({ db }, { carrierId, month, year }) =>
  loadedStatement(db, { carrierId, month: writeDate(year, month, 1) })

/**
 * Deletes a carrier's statements of a month with all derived totals and the audit event in one transaction, serialized with
 * imports and undos. The files can be imported again, and their other months can still be undone. Fails with
 * `statement.not_found`, or with `statement.changed` if the totals differ from those the caller confirmed.
 */
export const deleteStatements: Handler<typeof statements.remove> = (call, query) =>
  inTransaction(call.db, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = 0`.execute(db)
    await lockCarrier(db, 'commissions', null)
    const period = { carrierId: query.carrierId, month: writeDate(query.year, query.month, 1) }
    const standing = await loadedStatement(db, period)
    if (
      (query.records ?? standing.records) !== standing.records ||
      (query.amount ?? standing.amount) !== standing.amount
    )
      fail('statement.changed')
    const batches = await batchesOf(db, period)
    const { policies, numbers } = await deleteLines(db, period)
    await rebuild(db, {
      policies,
      years: [query.year],
      carriers: [{ carrier: period.carrierId, months: [period.month], numbers }],
    })
    await refreshLost(db, period.carrierId, { money: true })
    await releaseFiles(db, batches, call.user.id)
    await deriveMonths(db, [period.carrierId])
    await writeAudit(db, call.audit, {
      action: 'delete',
      entity: 'statement',
      entityId: `${period.carrierId} ${period.month.slice(0, 7)}`,
      outcome: 'done',
      facts: { carrierId: period.carrierId, month: period.month, records: standing.records },
    })
    return standing
  })

async function loadedStatement(db: Db, { carrierId, month }: Period): Promise<StandingStatement> {
  const { rows } = await sql<StandingStatement & { known: boolean }>`
    select coalesce(sum(t.lines), 0)::int as records, count(t.agent_id)::int as agents,
      coalesce(sum(t.members), 0)::bigint as members, coalesce(sum(t.amount), 0)::numeric(18, 2)::text as amount,
      exists (select from carriers where id = ${carrierId}) as known
    from commission_month_totals t where t.carrier_id = ${carrierId} and t.month = ${month}::date`.execute(db)
  const { known = false, ...standing } = rows[0] ?? fail('server.error')
  if (!known) fail('carrier.not_found')
  return standing.records > 0 ? standing : fail('statement.not_found')
}

/** Import batches that brought or said lines of the month. */
export async function batchesOf(db: Db, { carrierId, month }: Period): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with lines as materialized (
      select id, last_batch_id from commission_lines where carrier_id = ${carrierId} and month = ${month}::date
    )
    select last_batch_id as id from lines where last_batch_id is not null
    union select m.last_batch_id from commission_marks m join lines l on l.id = m.line_id where m.last_batch_id is not null
    union select s.batch_id from commission_sources s join lines l on l.id = s.line_id where s.batch_id is not null
    union select b.id from import_batches b
      where b.kind = 'commissions' and b.undone_at is null and b.carrier_id = ${carrierId} and b.month = ${month}::date`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deletes the lines and their undo data; returns the affected policies and all policy numbers. */
async function deleteLines(db: Db, { carrierId, month }: Period): Promise<{ policies: number[]; numbers: string[] }> {
  const { rows } = await sql<{ policies: number[]; numbers: string[] }>`
    with gone as (
      delete from commission_lines where carrier_id = ${carrierId} and month = ${month}::date returning policy_id, policy_number
    )
    select coalesce(jsonb_agg(distinct policy_id) filter (where policy_id is not null), '[]') as policies,
      coalesce(jsonb_agg(distinct policy_number), '[]') as numbers
    from gone`.execute(db)
  return rows[0] ?? fail('server.error')
}

/** Marks batches without remaining lines as undone; the files of the others may be imported again. */
export async function releaseFiles(db: Db, batches: readonly number[], userId: number): Promise<void> {
  await sql`
    update import_batches b set taken_from_at = now(),
      undone_at = case when left_over.any then null else now() end,
      undone_by = case when left_over.any then null else ${userId}::bigint end
    from (
      select o.id, exists (select from commission_lines l where l.last_batch_id = o.id)
        or exists (select from commission_marks m where m.last_batch_id = o.id or m.batch_id = o.id)
        or exists (select from commission_sources s where s.batch_id = o.id) as any
      from import_batches o
      where o.kind = 'commissions' and o.undone_at is null and o.id = any(${batches}::bigint[])
    ) left_over
    where b.id = left_over.id`.execute(db)
}
