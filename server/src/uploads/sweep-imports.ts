import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { beatSeconds, dropStaging } from '../platform/import-staging.ts'

/** How long a dry run may be looked at. */
const keptMinutes = 60

/**
 * Tidies up after runs that are over: those whose server is gone are marked, and staging that nobody needs is dropped
 * (dry runs older than an hour, or made before by the same person for the same carrier). Called at start and by each
 * upload; on several nodes at once it does no harm.
 */
export async function sweepImports(
  db: Db,
  replacing?: { userId: number; carrierId: number; kind: string },
): Promise<void> {
  await sql`
    update import_runs set state = 'interrupted', finished_at = now(), message = 'The server stopped; nothing was loaded'
    where state = 'running' and beat_at < now() - make_interval(secs => ${beatSeconds})`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from import_runs
    where staged and state <> 'running' and (
      state <> 'checked' and beat_at < now() - make_interval(secs => ${2 * beatSeconds})
      or state = 'checked' and finished_at < now() - make_interval(mins => ${keptMinutes})
      or state = 'checked' and started_by = ${replacing?.userId ?? null}::bigint
        and carrier_id = ${replacing?.carrierId ?? null}::bigint and kind = ${replacing?.kind ?? null}::text)`.execute(
    db,
  )
  for (const { id } of rows) await dropStaging(db, id)
}
