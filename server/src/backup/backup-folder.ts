import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BootFailure, hasCode } from '../platform/runtime/boot-failure.ts'
import { type BackupRetention, splitByRetention } from './split-by-retention.ts'

const named = /^coverdesk-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/
const draftOf = /^coverdesk-[\dTZ-]+\.backup\.part$/

/** Backup file; its name contains the time. */
export interface KeptBackup {
  file: string
  madeAt: Date
}

/** Path of a new backup, with the draft name used until it is complete. */
export function newBackupFile(folder: string, now: Date): { file: string; draft: string } {
  const name = `coverdesk-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  return { file: join(folder, name), draft: join(folder, `${name}.part`) }
}

/** Time in the name of a backup; null for another name. */
export function timeOfBackup(name: string): Date | null {
  const [, day, hour, minute, second] = named.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}

/** Complete backups of a folder, newest first; none for a missing folder. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  return names
    .flatMap((name) => {
      const madeAt = timeOfBackup(name)
      return madeAt ? [{ file: join(folder, name), madeAt }] : []
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

const clockTolerance = 3_600_000

/** Whether a time is later than now by more than clocks differ: it was noted while the clock was wrong. */
export const isAhead = (time: number, now: number): boolean => time > now + clockTolerance

/** The newest of these backups; one that was made while the clock was ahead says nothing about now. */
export const newestBackup = <Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  now = Date.now(),
): Backup | undefined => backups.find(({ madeAt }) => !isAhead(madeAt.getTime(), now))

/** Those that the retention is about: one that is ahead would take the place of a new backup, so it is left alone. */
export const datedBackups = <Backup extends { madeAt: Date }>(backups: readonly Backup[], now = Date.now()): Backup[] =>
  backups.filter(({ madeAt }) => !isAhead(madeAt.getTime(), now))

/** Creates the folder with access for its owner only. Throws a BootFailure when it is not writable. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw inWords(error, folder)
  }
}

/** Estimated size of a backup, from the last one or from the size of the tables. */
export async function expectedBytes(folder: string, bytesOfRows: number): Promise<number> {
  const [last] = await keptBackups(folder)
  const estimate = bytesOfRows / 2
  return Math.ceil(last ? Math.min((await stat(last.file)).size * 1.25, bytesOfRows) : estimate)
}

/** Space that is left free for the database on the same disk. */
const leftFree = 256 * 2 ** 20

const ofBackup = {
  what: 'A backup',
  advice: 'Free some space, or set BACKUP_DIR to a folder on another disk.',
}

/** Throws a BootFailure when a backup, or other work of this size, would fill the disk. */
export async function refuseFullDisk(folder: string, bytes: number, { what, advice } = ofBackup): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + leftFree) return
  throw new BootFailure(
    `${what} may need ${inMegabytes(bytes)} in ${folder} and leaves ${inMegabytes(leftFree)} free, but only ${inMegabytes(free)} are. ${advice}`,
  )
}

/** Megabytes for people. */
export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en-US')} MB`

/** Syncs a complete draft and renames it, so that it survives a power failure. */
export async function finishDraft(draft: string, file: string, folder: string): Promise<void> {
  await rename(draft, file)
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Deletes drafts of killed backups; only call it under the lock. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (draftOf.test(name)) await rm(join(folder, name), { force: true })
}

/** Deletes the backups that the retention does not keep and returns them. Ignores other files. */
export async function prune(folder: string, retention: BackupRetention): Promise<string[]> {
  const old = splitByRetention(datedBackups(await keptBackups(folder)), retention).go.map(({ file }) => file)
  for (const file of old) await rm(file, { force: true })
  return old
}

/** Converts disk errors that the operator can fix to a BootFailure. */
export function inWords(error: unknown, folder: string): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return new BootFailure(
      `The disk under ${folder} is full; no backup was made. Free some space, or set BACKUP_DIR to a folder on another disk.`,
    )
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
    return new BootFailure(`This user cannot write to ${folder}. Set BACKUP_DIR to a folder that it can write.`)
  if (hasCode(error, 'ENOTDIR', 'EEXIST') && existsSync(folder))
    return new BootFailure(`${folder} is not a folder. Set BACKUP_DIR to a folder.`)
  return error
}
