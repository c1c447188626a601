import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFailure } from '@coverdesk/sealed-backup/backup-failure.ts'
import { openChunks } from '@coverdesk/sealed-backup/seal-chunks.ts'
import type { ObjectStore } from '../../platform/integrations/object-store.ts'
import { offSiteFolder } from '../off-site/off-site-copies.ts'
import { uploadFile } from '../off-site/upload-file.ts'
import { archiveFiles, baseFor, coveredDays, expiredFiles, parseArchiveName, parseArchiveNames } from './archive-files.ts'
import { archiveFormat } from './archive-format.ts'
import { coveredFile, readCoveredNote, writeCoveredNote } from './covered-note.ts'

/** Folder of an archive in the bucket. */
export const offSiteArchives = (backupSecret: string): string => `${offSiteFolder(backupSecret)}continuous/`

/** Names of the files that the bucket has of an archive, so that it is listed once. */
export interface KnownCopies {
  folder: string
  names: Set<string>
}

/**
 * Copies what the bucket lacks of an archive, oldest first, and deletes there what expired. Only sealed files are sent.
 * Returns what is known of the bucket for the next time.
 */
export async function copyArchive(
  store: ObjectStore,
  folder: string,
  backupSecret: string,
  known: KnownCopies | null,
): Promise<KnownCopies> {
  const target = `${offSiteArchives(backupSecret)}${basename(folder)}/`
  const names = known?.folder === folder ? known.names : await listed(store, target)
  if (known === null) await removeOldCopies(store, offSiteArchives(backupSecret), basename(folder))
  // Read before the files: what it says is in them.
  const note = await readCoveredNote(folder)
  const files = (await archiveFiles(folder)).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const { kind, name } of files.filter((file) => !names.has(file.name))) {
    const file = join(folder, name)
    await proveSealed(file, backupSecret)
    if (kind === 'wal') await store.put(target + name, await readFile(file))
    else await uploadFile(store, file, target + name)
    names.add(name)
  }
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
  return { folder, names }
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

async function listed(store: ObjectStore, target: string): Promise<Set<string>> {
  return new Set((await store.list(target)).map(({ key }) => key.slice(target.length)))
}

/** Throws a BackupFailure for a file that is not sealed with the key, or is damaged. */
async function proveSealed(file: string, backupSecret: string): Promise<void> {
  const chunks = openChunks(archiveFormat, file, backupSecret)
  let count = 0
  while (!(await chunks.next()).done) count++
  if (count === 0) throw new BackupFailure(`${file} is empty.`)
}
