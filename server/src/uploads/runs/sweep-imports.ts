import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { endRuns } from '../../platform/imports/end-runs.ts'
import { beatSeconds, dropStaging, interruptedMessage } from '../../platform/imports/import-staging.ts'

/** How long the rows of a dry run stay available. */
const keptMinutes = 60

/** Dry runs replaced by a new one of the same user, carrier and kind. */
interface ReplacedCheck {
  /** Null: a background job, which makes no dry runs. */
  userId: number | null
  carrierId: number | null
  kind: string
}

/**
 * Cleans up ended runs: marks runs whose server is gone and drops unused staging tables (dry runs older than an hour,
 * or those in `replacing`). Refused rows hold personal data, so those of runs that imported nothing are deleted after a
 * day. Safe to call concurrently. With `nothingRuns` the caller guarantees that no server works on any run, so the
 * heartbeat is ignored.
 */
export async function sweepImports(
  db: Db,
  { replacing, nothingRuns = false }: { replacing?: ReplacedCheck | undefined; nothingRuns?: boolean } = {},
): Promise<void> {
  await endRuns(
    db,
    sql`state = 'interrupted', finished_at = now(), message = ${interruptedMessage}`,
    sql`state = 'running' and (${nothingRuns} or beat_at < now() - make_interval(secs => ${beatSeconds}))`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from import_runs
    where staged and state <> 'running' and (
      state <> 'checked' and (${nothingRuns} or beat_at < now() - make_interval(secs => ${2 * beatSeconds}))
      or state = 'checked' and finished_at < now() - make_interval(mins => ${keptMinutes})
      or state = 'checked' and started_by = ${replacing?.userId ?? null}::bigint
        and carrier_id is not distinct from ${replacing?.carrierId ?? null}::bigint and kind = ${replacing?.kind ?? null}::text)`.execute(
    db,
  )
  for (const { id } of rows) await dropStaging(db, id)
  await sql`
    delete from import_refusals r using import_runs i
    where i.id = r.run_id and i.state <> 'loaded' and i.finished_at < now() - interval '1 day'`.execute(db)
}
