import { readdir } from 'node:fs/promises'
import { segmentStart } from '@coverdesk/embedded-postgres/continuous/wal-position.ts'
import { hasCode } from '../../platform/runtime/boot-failure.ts'
import { isAhead } from '../backup-folder.ts'

/** Sealed file of an archive: a base backup, or a stretch of the write-ahead log. Its name says all of this. */
export interface ArchiveFile {
  kind: 'base' | 'wal'
  name: string
  /** Base backup: from when on it can be restored. Log: all transactions before are in it or in earlier files. */
  at: Date
  from: bigint
  to: bigint
}

/** PostgreSQL's default, which the embedded database has. */
export const segmentBytes = 16 * 2 ** 20

/** Time for which any moment can be restored. */
export const coveredDays = 7
const coveredMs = coveredDays * 86_400_000

const named = /^(base|wal)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-([0-9a-f]{16})-([0-9a-f]{16})\.sealed$/
const hex = (lsn: bigint) => lsn.toString(16).padStart(16, '0')

export function archiveFile(file: Omit<ArchiveFile, 'name'>): ArchiveFile {
  const time = file.at.toISOString().replaceAll(':', '-').replace('.', '-')
  return { ...file, name: `${file.kind}-${time}-${hex(file.from)}-${hex(file.to)}.sealed` }
}

/** Parses the name of an archive's file; null for another name. */
export function parseArchiveName(name: string): ArchiveFile | null {
  const [, kind, day, hour, minute, second, ms, from, to] = named.exec(name) ?? []
  if (!day || (kind !== 'base' && kind !== 'wal')) return null
  const at = new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return { kind, name, at, from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) }
}

/** Files of an archive in a folder; none for a missing folder. */
export async function archiveFiles(folder: string): Promise<ArchiveFile[]> {
  const names = await readdir(folder).catch((error): string[] => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  return parseArchiveNames(names)
}

export const parseArchiveNames = (names: readonly string[]): ArchiveFile[] =>
  names.flatMap((name) => parseArchiveName(name) ?? [])

/** Files that no moment of the covered time needs: older ones, and parts of a segment that is there as a whole. */
export function expiredFiles(files: readonly ArchiveFile[], now: Date): ArchiveFile[] {
  const first = firstNeeded(files, now)
  const needed = first && segmentStart(first.from, segmentBytes)
  const whole = new Set(
    files.filter(({ kind, from, to }) => kind === 'wal' && to - from === BigInt(segmentBytes)).map(({ from }) => from),
  )
  const isPartOfWhole = ({ from, to }: ArchiveFile) =>
    to - from < BigInt(segmentBytes) && whole.has(segmentStart(from, segmentBytes))
  return files.filter((file) => {
    if (file.kind === 'base') return first !== undefined && file.from < first.from
    return isPartOfWhole(file) || (needed !== undefined && file.to <= needed)
  })
}

/**
 * The base backup with which the covered time begins. One that is dated ahead, or before an earlier one, was made while the clock
 * was wrong and does not count.
 */
function firstNeeded(files: readonly ArchiveFile[], now: Date): ArchiveFile | undefined {
  const bases = inOrder(files, 'base')
  const dated = bases.filter(({ at }) => !isAhead(at.getTime(), now.getTime()))
  const rightly = dated.filter(({ at }, index) => dated.slice(0, index).every((earlier) => earlier.at <= at))
  return rightly.findLast(({ at }) => now.getTime() - at.getTime() >= coveredMs) ?? bases[0]
}

/** Files that restore a moment, or why it cannot be restored. */
export type Selection = { base: ArchiveFile; wal: ArchiveFile[] } | { problem: string }

/** Transactions may reach the log a moment after their time. */
const lateMs = 60_000

/**
 * Selects the newest base backup before `target` and the log from there until it; all of the log for null. `coveredUntil` is the
 * time until which the newest file holds all transactions.
 */
export function selectFiles(files: readonly ArchiveFile[], target: Date | null, coveredUntil: Date | null): Selection {
  const bases = ofKind(files, 'base')
  const base = target ? bases.findLast(({ at }) => at <= target) : inOrder(bases, 'base').at(-1)
  if (!base)
    return {
      problem: bases[0]
        ? `The first moment that can be restored is ${bases[0].at.toISOString()}.`
        : 'There is no base backup yet.',
    }
  const wal: ArchiveFile[] = []
  let position = segmentStart(base.from, segmentBytes)
  const log = inOrder(files, 'wal')
  for (const file of log) {
    if (file.to <= position) continue
    if (file.from > position) break
    wal.push(file)
    position = file.to
    if (target && file.at.getTime() >= target.getTime() + lateMs && position >= base.to) break
  }
  const last = wal.at(-1)
  if (!last || position < base.to) return { problem: `The log of the base backup ${base.name} is missing.` }
  const isNewest = log.every(({ to }) => to <= position)
  const until = isNewest && coveredUntil && coveredUntil > last.at ? coveredUntil : last.at
  if (target && target > until) return { problem: `The last moment that can be restored is ${until.toISOString()}.` }
  return { base, wal }
}

const ofKind = (files: readonly ArchiveFile[], kind: ArchiveFile['kind']) =>
  files.filter((file) => file.kind === kind).toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** By their place in the log, which no wrong clock changes; of those with the same start, the longest comes first. */
const inOrder = (files: readonly ArchiveFile[], kind: ArchiveFile['kind']) =>
  files.filter((file) => file.kind === kind).toSorted((a, b) => Number(a.from - b.from) || Number(b.to - a.to))

/** Base backup from which files that hold all transactions until `coveredUntil` restore that moment; null when they cannot. */
export function baseFor(files: readonly ArchiveFile[], coveredUntil: Date): ArchiveFile | null {
  const selection = selectFiles(files, coveredUntil, coveredUntil)
  return 'problem' in selection ? null : selection.base
}
