import { sql } from 'kysely'
import { type Db, inTransaction } from './database.ts'

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

export async function dropStaging(db: Db, runId: string): Promise<void> {
  await sql`select drop_import_staging(${runId}::uuid)`.execute(db)
  await sql`update import_runs set staged = false where id = ${runId}::uuid`.execute(db)
}

/** After so many seconds without a beat a run's server is taken for gone. */
export const beatSeconds = 30
