import { fail } from '@coverdesk/domain/fail.ts'
import type { LoadedBefore } from '@coverdesk/domain/uploads/upload-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { BatchFacts, ImportJob, StagedImport } from './import-definition.ts'

/** User who loads a file of a kind that no background job loads. */
export function userOf({ startedBy, kind }: Pick<ImportJob, 'startedBy' | 'kind'>): number {
  if (startedBy.userId === null) throw new Error(`A file of ${kind} needs a user`)
  return startedBy.userId
}

/** Serializes imports and undos of a kind per carrier (or without one) until the end of the transaction. */
export async function lockCarrier(db: Db, kind: string, carrierId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`import ${kind}`}), ${carrierId ?? 0}::int)`.execute(db)
}

/** Waits for imports and undos of a kind of every carrier, in the order of their ids. */
export async function lockEveryCarrier(db: Db, kind: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext(${`import ${kind}`}), c.id::int) from (select id from carriers order by id offset 0) c`.execute(
    db,
  )
}

/**
 * Fails with `upload.duplicate` when an identical file is already imported for this carrier and month (P-57). Where rows name
 * their carrier, it is so for any carrier; and for any month, unless the file leaves the month to the form: two months may
 * bring the same amounts. A background job does not load a file again that a user has undone.
 */
export async function refuseSameFile(
  db: Db,
  { job, hasHeading }: Pick<StagedImport, 'job' | 'hasHeading'>,
  hash: Buffer,
  rowsSayCarrier: boolean,
): Promise<void> {
  const sameScope = rowsSayCarrier
    ? sameChosenMonth(job, hasHeading)
    : sql`b.carrier_id is not distinct from ${job.carrierId}::bigint and b.month is not distinct from ${job.month}::date`
  const { rows } = await sql<{ file_name: string; at: string; by: string }>`
    select b.file_name, ${loadedAt} as at, ${loadedBy} as by
    from ${batchesWithUsers}
    where b.kind = ${job.kind} and ${sameScope} and b.file_hash = ${hash} and b.taken_from_at is null
      and (b.undone_at is null or ${job.startedBy.job !== null})
    order by b.undone_at is not null limit 1`.execute(db)
  const first = rows[0]
  if (!first) return
  fail('upload.duplicate', {
    message: `This file has already been loaded: ${first.file_name} on ${first.at} by ${first.by}`,
    details: { fileName: first.file_name, loadedAt: first.at, loadedBy: first.by },
  })
}

/** The newest batch of an identical file for another carrier or month, which may be a wrong choice in the form (P-57). */
export async function sameFileElsewhere(
  db: Db,
  { kind }: Pick<ImportJob, 'kind'>,
  hash: Buffer,
): Promise<LoadedBefore | null> {
  const { rows } = await sql<LoadedBefore>`
    select b.file_name as "fileName", c.name as "carrierName", extract(month from b.month)::int as month,
      extract(year from b.month)::int as year, ${loadedAt} as "loadedAt", ${loadedBy} as "loadedBy"
    from ${batchesWithUsers} left join carriers c on c.id = b.carrier_id
    where b.kind = ${kind} and b.file_hash = ${hash} and b.taken_from_at is null and b.undone_at is null
    order by b.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const batchesWithUsers = sql`import_batches b left join users u on u.id = b.loaded_by left join contacts p on p.id = u.contact_id`
const loadedAt = sql`to_char(b.loaded_at at time zone 'America/New_York', 'MM/DD/YYYY FMHH12:MI AM')`
const loadedBy = sql`coalesce(b.loaded_by_job, nullif(concat_ws(' ', p.first_name, p.last_name), ''), u.user_name, 'a former user')`

/**
 * Inserts a batch and returns its id. A concurrent import of the same file violates import_batches_file_once or
 * import_batches_commissions_once.
 */
export async function insertBatch(
  db: Db,
  job: ImportJob,
  staged: StagedImport,
  file: BatchFacts & { hash: Buffer; bytes: number; profileVersion: number },
): Promise<number> {
  const { counts } = staged
  const { rows } = await sql<{ id: number }>`
    insert into import_batches (run_id, kind, carrier_id, month, file_name, file_hash, bytes, profile_version, rows_read,
      rows_new, rows_changed, rows_unchanged, rows_missing, rows_refused, rows_totals, amount, part, loaded_by,
      loaded_by_job)
    values (${job.runId}::uuid, ${job.kind}, ${file.carrierId}, ${file.month}::date, ${job.fileName}, ${file.hash}, ${file.bytes},
      ${file.profileVersion || null}, ${counts.rows}, ${counts.new}, ${counts.changed}, ${counts.unchanged}, ${counts.missing},
      ${counts.refused}, ${staged.totals.length}, ${file.amount}::numeric, ${job.part}, ${job.startedBy.userId}, ${job.startedBy.job})
    returning id`.execute(db)
  return rows[0]?.id ?? fail('server.error')
}

/** Condition on batches `b`: their month is the one chosen in the form, where the file has no column for it. */
function sameChosenMonth({ month, given }: ImportJob, hasHeading: StagedImport['hasHeading']): RawBuilder<boolean> {
  if (hasHeading('Period')) return sql`true`
  const [year, monthNumber] = month === null ? [given?.year, given?.month] : month.split('-').map(Number)
  const isSame = (heading: string, part: 'year' | 'month', chosen: number | undefined) =>
    hasHeading(heading) || chosen === undefined ? sql`true` : sql`extract(${sql.raw(part)} from b.month) = ${chosen}`
  return sql`${isSame('Year', 'year', year)} and ${isSame('Month', 'month', monthNumber)}`
}
