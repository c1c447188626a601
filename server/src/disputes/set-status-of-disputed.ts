import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { sql } from 'kysely'
import { addStatuses } from '../history/status-history.ts'
import type { Db } from '../platform/db/database.ts'

/** Sets the status of a dispute's variances, with history; not of those that a file settled, that are written off, or that a later dispute names. */
export async function setStatusOfDisputed(
  db: Db,
  by: number,
  disputeId: number,
  { to, comment }: { to: number; comment: string },
): Promise<void> {
  const { rows } = await sql<{ id: number; version: number; old: string | null; new: string | null }>`
    with before as (
      select v.id, v.status_id from variances v join dispute_items i on i.variance_id = v.id
      where i.dispute_id = ${disputeId} and v.closed_at is null and v.status_id <> ${varianceStatusIds['Written Off']}
        and not exists (select from dispute_items later where later.variance_id = v.id and later.dispute_id > i.dispute_id)
      order by v.id for no key update of v)
    update variances v set status_id = ${to}, version = v.version + 1, updated_at = now()
    from before b left join lookup_values o on o.list = 'status.variance' and o.id = b.status_id
      left join lookup_values n on n.list = 'status.variance' and n.id = ${to}
    where v.id = b.id and b.status_id <> ${to}
    returning v.id, v.version, o.name as old, n.name as new`.execute(db)
  await addStatuses(
    db,
    'variance',
    rows.map(({ id }) => ({ id, value: to })),
    { comment, by },
  )
  const changes = rows.map(({ id, version, old, new: now }) => ({
    id,
    version,
    changes: [{ field: 'Status', old, new: now }],
  }))
  await sql`
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select 'variance', c.id, c.version, 'Status changed', ${by}, c.changes
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id bigint, version int, changes jsonb)`.execute(db)
}
