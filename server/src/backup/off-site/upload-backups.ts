import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFailure } from '@coverdesk/sealed-backup/backup-failure.ts'
import { openChunks } from '@coverdesk/sealed-backup/seal-chunks.ts'
import type { Config, OffSite } from '../../platform/config/config.ts'
import { type ObjectStore, UploadGone } from '../../platform/integrations/object-store.ts'
import { datedBackups, keptBackups, newestBackup } from '../backup-folder.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import { coverdeskBackup } from '../coverdesk-backup.ts'
import { splitByRetention } from '../split-by-retention.ts'
import { keyOfBackup, offSiteCopies, withOffSite } from './off-site-copies.ts'
import { writeOffSiteNote } from './off-site-note.ts'
import { uploadFile } from './upload-file.ts'
import { backupOfNote, readUploadNote, removeUploadNote } from './upload-note.ts'

/** What changed at the off-site target, and its newest backup. */
export interface Uploaded {
  uploaded: string[]
  removed: string[]
  newest: string | null
}

/**
 * Copies the backups that the off-site retention keeps and the target lacks, newest first, and deletes there what it does not
 * keep. Each file is authenticated to its end before it is sent, so nothing unsealed leaves the machine; one that fails is
 * named after the others were sent. An interrupted upload continues where it ended.
 */
export async function uploadBackups(
  offSite: OffSite,
  config: BackupSettings & Pick<Config, 'backupDir'>,
  { minPart }: { minPart?: number } = {},
): Promise<Uploaded> {
  const secret = backupSecrets(config).backup
  const { backupDir } = config
  return await withOffSite(offSite, async (store) => {
    const local = await keptBackups(backupDir)
    const before = await offSiteCopies(store, secret)
    await abandonOrphans(store, backupDir)
    const here = new Set(local.map(({ file }) => basename(file)))
    const all = datedBackups([...local, ...before.filter(({ file }) => !here.has(file))])
    const { stay } = splitByRetention(
      all.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime()),
      offSite.retention,
    )
    const there = new Set(before.map(({ file }) => file))
    const uploaded: string[] = []
    const problems: BackupFailure[] = []
    for (const { file } of local.filter((backup) => stay.includes(backup) && !there.has(basename(backup.file)))) {
      const problem = await findDefect(file, secret)
      if (problem) {
        problems.push(problem)
        continue
      }
      await uploadFile(store, file, keyOfBackup(secret, file), minPart)
      uploaded.push(basename(file))
    }
    const after = await offSiteCopies(store, secret)
    const newest = newestBackup(after)
    if (newest)
      await writeOffSiteNote(backupDir, {
        file: newest.file,
        madeAt: newest.madeAt.toISOString(),
        bucket: offSite.bucket,
      })
    const old = splitByRetention(datedBackups(after), offSite.retention).go
    for (const { key } of old) await store.remove(key)
    if (problems[0]) throw problems[0]
    return { uploaded, removed: old.map(({ file }) => file), newest: newest?.file ?? null }
  })
}

/** Reads every chunk with the key. Returns why a file is not sealed with it, or is damaged. */
async function findDefect(file: string, secret: string): Promise<BackupFailure | null> {
  const chunks = openChunks(coverdeskBackup, file, secret)
  try {
    while (!(await chunks.next()).done);
    return null
  } catch (error) {
    if (error instanceof BackupFailure) return error
    throw error
  }
}

/** Ends unfinished uploads of backups that were deleted here since. */
async function abandonOrphans(store: ObjectStore, folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names) {
    const backup = backupOfNote(name)
    if (backup === null || names.includes(backup)) continue
    const file = join(folder, backup)
    const note = await readUploadNote(file)
    if (note) await store.abandonUpload(note.key, note.uploadId).catch(ignoreGone)
    await removeUploadNote(file)
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof UploadGone)) throw error
}
