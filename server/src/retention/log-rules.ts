import type { RetentionClassName } from '@coverdesk/domain/retention/retention-classes.ts'
import { sql } from 'kysely'
import type { RetentionRule } from './retention-rule.ts'

/** Day of a timestamp in the agency's time zone. */
const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone 'America/New_York')::date`
const beginning = (day: ReturnType<typeof sql>) => sql`(${day})::timestamp at time zone 'America/New_York'`

/** Rule that deletes whole days, so that one audit event covers thousands of rows. `column` has an index. */
function byDays(
  name: RetentionClassName,
  entity: string,
  { table, column }: { table: string; column: string },
): RetentionRule {
  const [rows, at] = [sql.table(table), sql.ref(`l.${column}`)]
  return {
    class: name,
    entity,
    id: sql`d.day`,
    due: (now, period, only) => sql`
      select d.day::text as id
      from generate_series((select ${dayOf(sql`min(${at})`)} from ${rows} l)::timestamp,
        ${dayOf(sql`(${now} - ${period})`)}::timestamp - interval '1 day', interval '1 day') as begins (day)
      cross join lateral (select begins.day::date as day) d
      where exists (select from ${rows} l
        where ${at} >= ${beginning(sql`d.day`)} and ${at} < ${beginning(sql`d.day + 1`)}) and ${only}`,
    // A day has no row to lock, so lock its announcement.
    lock: (ids) => sql`
      select record_id as id from retention_due where class = ${name} and record_id = any(${ids}) order by 1
      for update skip locked`,
    destroy: async (db, ids) => {
      await sql`
        delete from ${rows} l using unnest(${ids}::date[]) as d (day)
        where ${at} >= ${beginning(sql`d.day`)} and ${at} < ${beginning(sql`d.day + 1`)}`.execute(db)
    },
  }
}

export const logDays = byDays('log-day', 'log day', { table: 'log_entries', column: 'at' })
/** Open pages receive the deletion through the table's trigger. */
export const notificationDays = byDays('notification-day', 'notification day', {
  table: 'notifications',
  column: 'created_at',
})
/** Enrollment records: kept as long as the applications that they are about. */
export const statusUpdateDays = byDays('status-update-day', 'healthsherpa update day', {
  table: 'healthsherpa_updates',
  column: 'received_at',
})
