import { failures } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

/** The names of a run's staging tables; made by the database function open_import_staging. */
export function stagingTables(runId: string): { rows: string; found: string; changes: string } {
  const prefix = `import_${runId.replaceAll('-', '')}`
  return { rows: `${prefix}_rows`, found: `${prefix}_found`, changes: `${prefix}_changes` }
}

/** Makes the staging of a run: unlogged, typed by the kind's pattern table. */
export async function openStaging(db: Db, runId: string, kind: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`select open_import_staging(${runId}::uuid, ${kind})`.execute(db)
    await sql`update import_runs set staged = true where id = ${runId}::uuid`.execute(db)
  })
}

/** Drops the staging of a run; with an attempt only while the run hasn't been started again since. */
export async function dropStaging(db: Db, runId: string, attempt: number | null = null): Promise<void> {
  const current = sql`id = ${runId}::uuid and attempt = coalesce(${attempt}::int, attempt)`
  await sql`select drop_import_staging(id) from import_runs where ${current}`.execute(db)
  await sql`update import_runs set staged = false where ${current}`.execute(db)
}

/** After so many seconds without a beat a run's server is taken for gone. */
export const beatSeconds = 30

/** The state of the run `r`: one that says 'running' without a beat is interrupted. */
export const currentRunState = sql`case
  when r.state = 'running' and r.beat_at < now() - make_interval(secs => ${beatSeconds}) then 'interrupted'
  else r.state end`

/** What a run that broke for another reason than its file tells the person. */
export const brokenMessage = 'Something went wrong on our side. Nothing was changed; please load the file again'

/** What a run tells that found no free worker, or whose database was away. */
export const busyMessage = 'The server was busy. Nothing was changed; please load the file again in a moment'

/** What an interrupted run tells the person. */
export const interruptedMessage = failures['upload.interrupted'].message
