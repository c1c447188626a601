import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { termFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

const { service, happening } = realtime.importEnded

/**
 * Ends runs by `change` and notifies the users who started them, in one statement. A dry run leaves no notification, nor does
 * a file of terms, whose dialog shows its end and which Upload Files, where notifications lead, does not list. A background
 * job notifies by itself. Returns the number of ended runs.
 */
export async function endRuns(db: Db, change: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update import_runs set ${change} where ${which} returning id, kind, dry_run, state, started_by),
    told as (
      insert into notifications (user_id, kind, facts)
      select started_by, 'upload', jsonb_build_object('file', kind, 'state', state) from ended
      where not dry_run and kind <> all(${termFileKinds}) and started_by is not null),
    published as (
      insert into live_events (user_id, service, happening, record)
      select started_by, ${service}::text, ${happening}::text,
        jsonb_build_object('id', id, 'kind', kind, 'dryRun', dry_run, 'state', state)
      from ended where started_by is not null)
    select count(*)::int as ended from ended`.execute(db)
  return rows[0]?.ended ?? 0
}
