import { sql } from 'kysely'
import type { RetentionRule } from './retention-rule.ts'

/** The agency's day of an instant. */
const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone 'America/New_York')::date`
const beginning = (day: ReturnType<typeof sql>) => sql`(${day})::timestamp at time zone 'America/New_York'`

/** The log goes by whole days: a day is the record, so that one event tells of thousands of entries. */
export const logDays: RetentionRule = {
  class: 'log-day',
  entity: 'log day',
  id: sql`d.day`,
  due: (at, period, only) => sql`
    select d.day::text as id
    from generate_series((select ${dayOf(sql`min(at)`)} from log_entries)::timestamp,
      ${dayOf(sql`(${at} - ${period})`)}::timestamp - interval '1 day', interval '1 day') as begins (day)
    cross join lateral (select begins.day::date as day) d
    where exists (select from log_entries l
      where l.at >= ${beginning(sql`d.day`)} and l.at < ${beginning(sql`d.day + 1`)}) and ${only}`,
  // A day has no row of its own to lock, but what announced it has.
  lock: (ids) => sql`
    select record_id as id from retention_due where class = 'log-day' and record_id = any(${ids}) order by 1 for update skip locked`,
  destroy: async (db, ids) => {
    await sql`
      delete from log_entries l using unnest(${ids}::date[]) as d (day)
      where l.at >= ${beginning(sql`d.day`)} and l.at < ${beginning(sql`d.day + 1`)}`.execute(db)
  },
}
