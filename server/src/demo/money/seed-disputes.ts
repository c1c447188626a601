import { owedClasses } from '@coverdesk/domain/expected/variance-class.ts'
import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { sql } from 'kysely'
import { setStatusOfDisputed } from '../../disputes/set-status-of-disputed.ts'
import { writeDispute } from '../../disputes/write-dispute.ts'
import { keepChange } from '../../history/record-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectVariances } from '../../variances/variance-list.ts'

/** Policy months of a dispute. */
const months = 8
const [sentTo, denied] = [
  'Broker services',
  'The carrier says that another agency is the agent of record of these members',
]

/**
 * Makes a dispute with each of the three carriers that owe most: one that the carrier denied, one that was sent, and one that is
 * still to be sent. `today` is YYYY-MM-DD.
 */
export async function seedDisputes(db: Db, today: string): Promise<void> {
  const { rows: carriers } = await sql<{ id: number }>`
    select carrier_id as id from variances
    where closed_at is null and class = any(${owedClasses}) and version = 1
    group by 1 order by sum(stake) desc, 1 limit 3`.execute(db)
  const { rows: users } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
  const by = users[0]?.id
  if (by === undefined) return
  const stages: { made: number; sent?: number; decided?: number }[] = [
    { made: 45, sent: 44, decided: 12 },
    { made: 9, sent: 8 },
    { made: 1 },
  ]
  for (const [place, stage] of stages.entries()) {
    const carrier = carriers[place]
    const { made, sent, decided } = stage
    if (!carrier) return
    const { rows: pack } = await sql<VarianceRow>`
      ${selectVariances} where v.carrier_id = ${carrier.id} and v.closed_at is null and v.class = any(${owedClasses}) and v.version = 1
      order by v.dispute_by desc nulls last, v.stake desc, v.id limit ${months}`.execute(db)
    const { id } = await writeDispute(db, pack, by)
    await sql`update disputes set created_at = ${at(today, made)} where id = ${id}`.execute(db)
    if (sent !== undefined) await markSent(db, id, { today, sent, by })
    if (decided !== undefined) await deny(db, id, { today, decided, by })
    await dateHistory(db, id, { today, ...stage })
  }
}

/** Ten o'clock in the agency's time zone, some days ago. */
const at = (today: string, days: number) =>
  sql`(${today}::date - ${days}::int + time '10:00') at time zone 'America/New_York'`

async function markSent(
  db: Db,
  id: number,
  { today, sent, by }: { today: string; sent: number; by: number },
): Promise<void> {
  await sql`
    update disputes set sent_on = ${today}::date - ${sent}::int, sent_to = ${sentTo}, version = 2 where id = ${id}`.execute(
    db,
  )
  const changes = [{ field: 'Sent to', old: null, new: sentTo }]
  await keepChange(db, { entity: 'dispute', id, version: 2, action: 'Sent', by, changes })
}

async function deny(
  db: Db,
  id: number,
  { today, decided, by }: { today: string; decided: number; by: number },
): Promise<void> {
  await sql`
    update disputes set outcome = 'denied', decided_on = ${today}::date - ${decided}::int, comment = ${denied}, version = 3
    where id = ${id}`.execute(db)
  const changes = [
    { field: 'Outcome', old: null, new: 'denied' },
    { field: 'Comment', old: null, new: denied },
  ]
  await keepChange(db, { entity: 'dispute', id, version: 3, action: 'Decided', by, changes })
  await setStatusOfDisputed(db, by, id, { to: varianceStatusIds.Denied, comment: `Dispute ${id}: denied` })
}

/** Dates the history of a dispute and of its variances: made, sent and decided that many days ago. */
async function dateHistory(
  db: Db,
  id: number,
  { today, made, sent, decided }: { today: string; made: number; sent?: number; decided?: number },
): Promise<void> {
  const changes = [
    { entity: 'dispute', version: 1, ago: made },
    { entity: 'dispute', version: 2, ago: sent },
    { entity: 'dispute', version: 3, ago: decided },
    { entity: 'variance', version: 2, ago: made },
    { entity: 'variance', version: 3, ago: decided },
  ]
  const variances = sql`(select variance_id from dispute_items where dispute_id = ${id})`
  for (const { entity, version, ago } of changes)
    if (ago !== undefined)
      await sql`
        update record_changes set at = ${at(today, ago)} where entity = ${entity} and version = ${version}
          and (record_id in ${variances} and entity = 'variance' or record_id = ${id} and entity = 'dispute')`.execute(
        db,
      )
  const until = decided === undefined ? sql`null::timestamptz` : at(today, decided)
  await sql`
    update status_changes set
      created_at = case status_id when ${varianceStatusIds.Disputed} then ${at(today, made)} else ${until} end,
      ended_at = case status_id when ${varianceStatusIds.Disputed} then ${until} end
    where kind = 'variance' and record_id in ${variances}`.execute(db)
}
