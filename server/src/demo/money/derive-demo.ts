import { sql } from 'kysely'
import { linkLinesOf } from '../../commissions/loads/link-lines.ts'
import { deriveMonths } from '../../expected/derive-months.ts'
import { type Db, inTransaction, openPool } from '../../platform/db/database.ts'
import { compareSources } from '../../three-sources/compare-sources.ts'
import { ignoredPrefix, resolvedPrefix } from '../policies/unmatched-lines.ts'
import { seedDisputes } from './seed-disputes.ts'
import { seedPayRuns } from './seed-pay-runs.ts'

const comments = [
  'Sent the lines to the carrier',
  'In this month’s dispute pack',
  'The carrier says it pays with the next statement',
]

/**
 * Compares the demo's statements with its schedules, with work of people on some of what is missing, and runs the pay of two months.
 * `today` is YYYY-MM-DD.
 */
export async function deriveDemo(url: string, today: string): Promise<void> {
  const db = openPool(url, { size: 1 })
  try {
    await inTransaction(db, async (db) => {
      await sql`set local statement_timeout = 0`.execute(db)
      await decideSome(db)
      const { rows } = await sql<{ id: number }>`select distinct carrier_id as id from commission_schedules`.execute(db)
      await deriveMonths(
        db,
        rows.map(({ id }) => id),
      )
      await workOnSome(db)
      await seedDisputes(db, today)
      await seedPayRuns(db)
    })
    await compareSources(db)
  } finally {
    await db.destroy()
  }
}

/** Decides about two lines without a policy, and matches all of them by the rules and by what was decided. */
async function decideSome(db: Db): Promise<void> {
  const like = (prefix: string) => sql`l.policy_number like ${`${prefix}%`}`
  await sql`
    insert into line_resolutions (carrier_id, number_key, name_key, policy_number, insured_name, resolved_to, ignored, created_at, created_by)
    select l.carrier_id, policy_number_key(l.policy_number), line_name_key(l.insured_name), l.policy_number, l.insured_name,
      case when ${like(resolvedPrefix)} then substr(l.policy_number, ${resolvedPrefix.length + 1}::int) end,
      case when ${like(ignoredPrefix)} then 'Client of another agency; reported to the carrier' end,
      b.loaded_at + interval '3 hours', b.loaded_by
    from commission_lines l join import_batches b on b.id = l.last_batch_id
    where l.policy_id is null and (${like(resolvedPrefix)} or ${like(ignoredPrefix)})`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select distinct carrier_id as id from commission_lines where policy_id is null order by 1`.execute(db)
  for (const { id } of rows) await linkLinesOf(db, id)
}

/** Statuses with a comment and an owner for some open variances. */
async function workOnSome(db: Db): Promise<void> {
  await sql`
    with worked as (
      update variances v set status_id = 2 + v.id % 2, version = 2, updated_at = now(),
        owner_id = (select a.id from agents a where a.status_id = 1 order by a.id offset v.id % 5 limit 1)
      where v.closed_at is null and v.id % 9 = 0 returning v.id, v.status_id
    ),
    said as (
      insert into status_changes (kind, record_id, status_id, comment, created_by)
      select 'variance', w.id, w.status_id, (${comments}::text[])[1 + w.id % 3], (select min(id) from users) from worked w
    )
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select 'variance', w.id, 2, 'Status changed', (select min(id) from users),
      jsonb_build_array(jsonb_build_object('field', 'Status', 'old', 'Open', 'new', s.name))
    from worked w join lookup_values s on s.list = 'status.variance' and s.id = w.status_id`.execute(db)
}
