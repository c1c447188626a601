import { basename } from 'node:path'
import type { OffSite } from '../../platform/config/config.ts'
import { type ObjectStore, openObjectStore } from '../../platform/integrations/object-store.ts'
import { type KeptBackup, timeOfBackup } from '../backup-folder.ts'
import { nameOfBackupSecret } from '../coverdesk-backup.ts'

/** Backup at the off-site target; `file` is its name. */
export interface OffSiteCopy extends KeptBackup {
  key: string
  bytes: number
}

/**
 * Folder of an installation in the bucket. It has the name of the backup secret, so that installations that share a bucket
 * never delete each other's backups.
 */
export const offSiteFolder = (backupSecret: string): string => `coverdesk-${nameOfBackupSecret(backupSecret)}/`

/** Key of a backup in the bucket. */
export const keyOfBackup = (backupSecret: string, file: string): string => offSiteFolder(backupSecret) + basename(file)

/** Complete backups at the target, newest first. */
export async function offSiteCopies(store: ObjectStore, backupSecret: string): Promise<OffSiteCopy[]> {
  const folder = offSiteFolder(backupSecret)
  const found = await store.list(`${folder}coverdesk-`)
  return found
    .flatMap(({ key, bytes }) => {
      const file = key.slice(folder.length)
      const madeAt = timeOfBackup(file)
      return madeAt ? [{ key, file, bytes, madeAt }] : []
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** Opens the off-site target for `work`. */
export async function withOffSite<Result>(
  offSite: OffSite,
  work: (store: ObjectStore) => Promise<Result>,
): Promise<Result> {
  const store = await openObjectStore(offSite)
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
