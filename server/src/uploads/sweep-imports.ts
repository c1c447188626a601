import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { endRuns } from '../platform/imports/import-end.ts'
import { beatSeconds, dropStaging, interruptedMessage } from '../platform/imports/import-staging.ts'

/** How long a dry run may be looked at. */
const keptMinutes = 60

/** The dry runs that a new one of the same person, carrier and kind makes useless. */
interface ReplacedCheck {
  userId: number
  carrierId: number | null
  kind: string
}

/**
 * Tidies up after runs that are over: those whose server is gone are marked, and staging that nobody needs is dropped
 * (dry runs older than an hour, or `replacing` those of the same person and carrier). Refused rows hold people's data,
 * so those of runs that loaded nothing go after a day. Called at start and by each upload; several nodes may do it at once.
 * With `nothingRuns` the caller knows that no server works on any run, as the sole owner of a database does at its start:
 * then a run needn't be silent for a while first.
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
