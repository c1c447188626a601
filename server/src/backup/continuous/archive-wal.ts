import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readWal } from '@coverdesk/embedded-postgres/continuous/read-wal.ts'
import { lsnText, parseLsn, segmentStart } from '@coverdesk/embedded-postgres/continuous/wal-position.ts'
import { part } from '@coverdesk/sealed-backup/parts.ts'
import type { Connection } from '../../platform/db/connection.ts'
import { finishDraft, openFolder } from '../backup-folder.ts'
import type { BackupSecrets } from '../coverdesk-backup.ts'
import {
  type ArchiveFile,
  archiveFile,
  archiveFiles,
  baseFor,
  coveredDays,
  expiredFiles,
  segmentBytes,
} from './archive-files.ts'
import { readLogFile, writeArchiveFile } from './archive-format.ts'
import { type ArchiveSlot, archiveFolder, archivesFolder, findSlot, renewSlot } from './archive-slot.ts'
import { readCoveredNote, writeCoveredNote } from './covered-note.ts'

/** Advisory lock for one run at a time. The number is arbitrary, but must never change. */
const archiveTurn = 7_316_090

interface LogState {
  cluster: string
  timeline: number
  flushed: bigint
  at: Date
}

/** Age at which the archive of an earlier cluster is deleted. */
const maxOldArchiveMs = (coveredDays + 1) * 86_400_000

interface Options {
  /** Compares the end of the archive with the server's log: the data folder may have been put back to an earlier state. */
  isFirst?: boolean
}

/**
 * Archives what was written to the log since the last time, sealed, and lets the server remove it. `connection` is a
 * superuser's. A complete segment replaces its parts. Returns the folder of the archive.
 */
export async function archiveWal(
  connection: Connection,
  backupDir: string,
  secrets: BackupSecrets,
  options: Options = {},
): Promise<string> {
  // A base backup archives too, in a process of its own.
  await connection.query('select pg_advisory_lock($1)', [archiveTurn])
  try {
    return await archiveNow(connection, backupDir, secrets, options)
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [archiveTurn])
  }
}

async function archiveNow(
  connection: Connection,
  backupDir: string,
  secrets: BackupSecrets,
  { isFirst = false }: Options,
): Promise<string> {
  const state = await logState(connection)
  // A slot that ends where the archive does took it from this archive. The server may then have removed what came before.
  const continues = (folder: string, last: ArchiveFile, slot: ArchiveSlot) =>
    last.to <= state.flushed && (!isFirst || last.to === slot.position || isSameLog(folder, last, state, secrets))
  const { slot, from } = await findPosition(connection, backupDir, continues)
  const folder = archiveFolder(backupDir, slot)
  await openFolder(folder)
  let position = from
  while (position < state.flushed) {
    const start = segmentStart(position, segmentBytes)
    const end = start + BigInt(segmentBytes)
    const to = end < state.flushed ? end : state.flushed
    await writeRange(
      folder,
      secrets,
      state,
      archiveFile({ kind: 'wal', at: state.at, from: to === end ? start : position, to }),
    )
    position = to
  }
  if (position > slot.position)
    await connection.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slot.name, lsnText(position)])
  const files = await archiveFiles(folder)
  const base = baseFor(files, state.at)?.at.toISOString() ?? null
  await writeCoveredNote(folder, { until: state.at.toISOString(), base })
  for (const { name } of expiredFiles(files, state.at)) await rm(join(folder, name), { force: true })
  if (isFirst) await removeOldArchives(archivesFolder(backupDir), folder, state.at)
  return folder
}

/** The time comes first: a transaction that ended before it is in the log that follows. */
async function logState(connection: Connection): Promise<LogState> {
  const { rows: times } = await connection.query<{ at: Date }>('select clock_timestamp() as at')
  const { rows } = await connection.query<{ cluster: string; lsn: string; segment: string }>(
    `select current_setting('data_directory') as cluster, pg_current_wal_flush_lsn()::text as lsn,
       pg_walfile_name(pg_current_wal_flush_lsn()) as segment`,
  )
  const [time, row] = [times[0], rows[0]]
  if (!time || !row) throw new Error('The server does not say where its log is')
  return {
    cluster: row.cluster,
    timeline: Number.parseInt(row.segment.slice(0, 8), 16),
    flushed: parseLsn(row.lsn),
    at: time.at,
  }
}

/** Where the archive goes on: after its last file, or at the start of the segment that a new slot retains. */
async function findPosition(
  connection: Connection,
  backupDir: string,
  continues: (folder: string, last: ArchiveFile, slot: ArchiveSlot) => boolean | Promise<boolean>,
): Promise<{ slot: ArchiveSlot; from: bigint }> {
  const slot = await findSlot(connection)
  if (slot) {
    const folder = archiveFolder(backupDir, slot)
    const log = (await archiveFiles(folder)).filter(({ kind }) => kind === 'wal')
    const last = log.toSorted((a, b) => Number(a.to - b.to)).at(-1)
    // Files that the archive lost are a gap, which needs a new base backup; so does another history.
    if (last && last.to >= slot.position && (await continues(folder, last, slot))) return { slot, from: last.to }
  }
  const fresh = await renewSlot(connection)
  return { slot: fresh, from: segmentStart(fresh.position, segmentBytes) }
}

/** Whether the server's log has the bytes that were archived last; false when it no longer has them. */
async function isSameLog(folder: string, last: ArchiveFile, state: LogState, secrets: BackupSecrets): Promise<boolean> {
  const range = { timeline: state.timeline, segmentBytes, from: last.from, to: last.to }
  const here = await readWal(state.cluster, range).catch(() => null)
  if (!here) return false
  return here.equals(await readLogFile(join(folder, last.name), secrets))
}

async function removeOldArchives(root: string, current: string, now: Date): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    const note = await readCoveredNote(folder)
    if (folder !== current && note && now.getTime() - Date.parse(note.until) > maxOldArchiveMs)
      await rm(folder, { recursive: true, force: true })
  }
}

async function writeRange(folder: string, secrets: BackupSecrets, state: LogState, range: ArchiveFile): Promise<void> {
  const file = join(folder, range.name)
  const draft = `${file}.part`
  try {
    await rm(draft, { force: true })
    const bytes = await readWal(state.cluster, {
      timeline: state.timeline,
      segmentBytes,
      from: range.from,
      to: range.to,
    })
    const contents = { timeline: state.timeline, bytes: bytes.length }
    const rows = async function* () {
      yield part('rows', [bytes])
    }
    await writeArchiveFile(draft, secrets, range.at, contents, rows())
    await finishDraft(draft, file, folder)
  } finally {
    await rm(draft, { force: true })
  }
}
