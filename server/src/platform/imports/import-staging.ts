import { failures } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'

/** Names of a run's staging tables, which open_import_staging creates. */
export function stagingTables(runId: string): { rows: string; found: string; changes: string } {
  const prefix = `import_${runId.replaceAll('-', '')}`
  return { rows: `${prefix}_rows`, found: `${prefix}_found`, changes: `${prefix}_changes` }
}

/** Creates the unlogged staging tables of a run from the kind's pattern table. */
export async function openStaging(db: Db, runId: string, kind: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`select open_import_staging(${runId}::uuid, ${kind})`.execute(db)
    await sql`update import_runs set staged = true where id = ${runId}::uuid`.execute(db)
  })
}

/** Drops the staging of a run; with `attempt`, only if the run was not restarted since. */
export async function dropStaging(db: Db, runId: string, attempt: number | null = null): Promise<void> {
  const current = sql`id = ${runId}::uuid and attempt = coalesce(${attempt}::int, attempt)`
  await sql`select drop_import_staging(id) from import_runs where ${current}`.execute(db)
  await sql`update import_runs set staged = false where ${current}`.execute(db)
}

/** Seconds without a heartbeat after which a run's server is considered dead. */
export const beatSeconds = 30

/** State of the run `r`: 'running' without a recent heartbeat is interrupted. */
export const currentRunState = sql`case
  when r.state = 'running' and r.beat_at < now() - make_interval(secs => ${beatSeconds}) then 'interrupted'
  else r.state end`

/** Message of a run that failed with an internal error. */
export const brokenMessage = 'Something went wrong on our side. Nothing was changed; please load the file again'

/** Message of a run without a free worker or a reachable database. */
export const busyMessage = 'The server was busy. Nothing was changed; please load the file again in a moment'

/** Message of an interrupted run. */
export const interruptedMessage = failures['upload.interrupted'].message
