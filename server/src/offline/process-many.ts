import { processed } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import type { BulkDefinition, BulkRecord } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { isVisible } from './offline-queries.ts'
import { canManageOffline, offlineVisibility } from './offline-visibility.ts'

/** Bulk action that marks applications as processed or not; undo restores each date and user. */
export const processMany: BulkDefinition = {
  history: { field: 'Processed', done: 'Processed' },
  lock: async (db, user, ids) => {
    const { rows } = await sql<BulkRecord>`
      select o.id, o.version, concat_ws(' ', o.first_name, nullif(o.middle_name, ''), o.last_name) as name,
        case when o.processed_at is not null then ${processed}::int end as value,
        case when o.processed_at is not null then 'Yes' else 'No' end as "valueName",
        o.processed_at::text as at, o.processed_by as by
      from (select * from offline_applications o where o.id = any(${ids}::bigint[]) and ${isVisible(offlineVisibility(user))}
        order by o.id for no key update) o
      order by o.id`.execute(db)
    return rows
  },
  mayChange: canManageOffline,
  canSeeAll: canManageOffline,
  nameOf: async (_db, value) => (value === processed ? 'Yes' : fail('status.not_found')),
  write: async (db, writes, { by, now, isUndo }) => {
    await sql`
      update offline_applications o set version = o.version + 1,
        processed_at = case when w.value is null then null else ${isUndo ? sql`w.at` : sql`${now}::timestamptz`} end,
        processed_by = case when w.value is null then null else ${isUndo ? sql`w.by` : sql`${by}::bigint`} end
      from ${writesTable(writes)} w where o.id = w.id`.execute(db)
  },
}
