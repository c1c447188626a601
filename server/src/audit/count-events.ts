import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { eventsOfLinks, lateEvents, takeLinks } from './chain/chain-progress.ts'

/** Counts sealed events by day and by activity in batches; returns their number. Both tables are exact for counted events. */
export async function countEvents(db: Db): Promise<number> {
  return await takeLinks(db, 'counted_seq', async (db, links) => {
    await sql`
      with events as materialized (${eventsOfLinks(links, 'at, user_id, action, entity, address, outcome')}),
      days as (
        insert into audit_days (at, user_id, action, entity, events)
        select date_trunc('day', at, 'America/New_York'), user_id, action, entity, count(*) from events group by 1, 2, 3, 4
        on conflict on constraint audit_days_one do update set events = audit_days.events + excluded.events
      )
      insert into audit_activities (user_id, entity, action, address, outcome, events, first_at, last_at)
      select user_id, entity, action, address, outcome, count(*), min(at), max(at) from events group by 1, 2, 3, 4, 5
      on conflict on constraint audit_activities_one do update set events = audit_activities.events + excluded.events,
        first_at = least(audit_activities.first_at, excluded.first_at),
        last_at = greatest(audit_activities.last_at, excluded.last_at)`.execute(db)
  })
}

/**
 * SQL for the rows that a count adds up, with the filter columns of the list: days and later events. A day is stored by its
 * start, so that a date range includes it entirely or not at all.
 */
export const countedEvents = `
  (select at, user_id, action, entity, events from audit_days
   union all
   select at, user_id, action, entity, 1 from (${lateEvents('counted_seq', ['at', 'user_id', 'action', 'entity'])}) late)`
