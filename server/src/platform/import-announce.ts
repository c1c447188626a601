import type { RecordOf } from '@coverdesk/domain/realtime/live-event.ts'
import { realtime } from '@coverdesk/domain/realtime/realtime-contract.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { announce } from './live-events.ts'

/** Tells the person who began a run how it ended; in the transaction that ends it, so that nobody hears what is undone. */
export async function announceRun(db: Db, runId: string): Promise<void> {
  const { rows } = await sql<RecordOf<typeof realtime.importEnded> & { startedBy: number }>`
    select id, kind, dry_run as "dryRun", state, started_by as "startedBy" from import_runs
    where id = ${runId}::uuid`.execute(db)
  for (const { startedBy, ...run } of rows) await announce(db, realtime.importEnded, startedBy, run)
}
