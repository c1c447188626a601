import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFailure } from '@coverdesk/sealed-backup/backup-failure.ts'
import { openChunks } from '@coverdesk/sealed-backup/seal-chunks.ts'
import type { ObjectStore } from '../../platform/integrations/object-store.ts'
import { offSiteFolder } from '../off-site/off-site-copies.ts'
import { uploadFile } from '../off-site/upload-file.ts'
import {
  archiveFiles,
  baseFor,
  coveredDays,
  expiredFiles,
  parseArchiveName,
  parseArchiveNames,
} from './archive-files.ts'
import { archiveFormat } from './archive-format.ts'
import { coveredFile, readCoveredNote, writeCoveredNote } from './covered-note.ts'

/** Folder of an archive in the bucket. */
export const offSiteArchives = (backupSecret: string): string => `${offSiteFolder(backupSecret)}continuous/`

/** Names of the files that the bucket has of an archive, so that it is seldom listed. Both copies add to the names. */
export interface KnownCopies {
  folder: string
  names: Set<string>
  /** 0 after a failure. */
  listedAt: number
}

/** A file that disappeared from the bucket is copied again after at most this time. */
const listEveryMs = 60 * 60_000

/**
 * Copies what the bucket lacks of the log of an archive, oldest first, and deletes there what expired. It never waits for a base
 * backup, which may take hours. Only sealed files are sent. Returns what is known of the bucket for the next time.
 */
export async function copyLog(
  store: ObjectStore,
  folder: string,
  backupSecret: string,
  before: KnownCopies | null,
  now = Date.now(),
): Promise<KnownCopies> {
  const target = targetOf(folder, backupSecret)
  const known = before?.folder === folder ? before : { folder, names: new Set<string>(), listedAt: 0 }
  const { names } = known
  if (now - known.listedAt >= listEveryMs) {
    await list(store, target, names)
    await removeOldCopies(store, offSiteArchives(backupSecret), basename(folder))
    known.listedAt = now
  }
  // Read before the files: what it says is in them.
  const note = await readCoveredNote(folder)
  // A whole segment that replaced parts after they were listed is copied in their place.
  while (!(await copyListedLog(store, folder, backupSecret, names)));
  if (note) {
    await store.put(target + coveredFile, Buffer.from(JSON.stringify(note)))
    const until = new Date(note.until)
    const isRestorable = baseFor(parseArchiveNames([...names]), until) !== null
    await writeCoveredNote(folder, { offSite: isRestorable ? note.until : null })
    for (const { name } of expiredFiles(parseArchiveNames([...names]), until)) {
      await store.remove(target + name)
      names.delete(name)
    }
  }
  return known
}

/** Copies the base backups that the bucket lacks of an archive, newest first: it makes the log of use. */
export async function copyBases(
  store: ObjectStore,
  { folder, names }: KnownCopies,
  backupSecret: string,
): Promise<void> {
  const bases = (await archiveFiles(folder)).filter(({ kind, name }) => kind === 'base' && !names.has(name))
  for (const { name } of bases.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const file = join(folder, name)
    await proveSealed(file, backupSecret)
    await uploadFile(store, file, targetOf(folder, backupSecret) + name)
    names.add(name)
  }
}

const targetOf = (folder: string, backupSecret: string) => `${offSiteArchives(backupSecret)}${basename(folder)}/`

/** Returns false when files were replaced in the meantime. */
async function copyListedLog(
  store: ObjectStore,
  folder: string,
  backupSecret: string,
  names: Set<string>,
): Promise<boolean> {
  const log = (await archiveFiles(folder)).filter(({ kind, name }) => kind === 'wal' && !names.has(name))
  let isWhole = true
  for (const { name } of log.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const bytes = await readSealed(join(folder, name), backupSecret)
    if (!bytes) {
      isWhole = false
      continue
    }
    await store.put(targetOf(folder, backupSecret) + name, bytes)
    names.add(name)
  }
  return isWhole
}

/** Bytes of a sealed file; null when it has been deleted. */
async function readSealed(file: string, backupSecret: string): Promise<Buffer | null> {
  try {
    await proveSealed(file, backupSecret)
    return await readFile(file)
  } catch (error) {
    if (existsSync(file)) throw error
    return null
  }
}

/** Brings the names up to date; those that the other copy adds during it stay. */
async function list(store: ObjectStore, target: string, names: Set<string>): Promise<void> {
  const before = [...names]
  const found = new Set((await store.list(target)).map(({ key }) => key.slice(target.length)))
  for (const name of before) if (!found.has(name)) names.delete(name)
  for (const name of found) names.add(name)
}

/** Deletes the archives of earlier clusters that cover none of the last days. */
async function removeOldCopies(store: ObjectStore, root: string, current: string): Promise<void> {
  const objects = (await store.list(root)).map(({ key }) => {
    const [folder = '', name = ''] = key.slice(root.length).split('/')
    return { key, folder, file: parseArchiveName(name) }
  })
  const newest = new Map<string, number>()
  for (const { folder, file } of objects)
    if (file) newest.set(folder, Math.max(newest.get(folder) ?? 0, file.at.getTime()))
  const isOld = (folder: string) => Date.now() - (newest.get(folder) ?? Date.now()) > (coveredDays + 1) * 86_400_000
  for (const { key, folder } of objects) if (folder !== current && isOld(folder)) await store.remove(key)
}

/** Throws a BackupFailure for a file that is not sealed with the key, or is damaged. */
async function proveSealed(file: string, backupSecret: string): Promise<void> {
  const chunks = openChunks(archiveFormat, file, backupSecret)
  let count = 0
  while (!(await chunks.next()).done) count++
  if (count === 0) throw new BackupFailure(`${file} is empty.`)
}
