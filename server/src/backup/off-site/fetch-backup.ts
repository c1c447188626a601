import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config, OffSite } from '../../platform/config/config.ts'
import { BootFailure } from '../../platform/runtime/boot-failure.ts'
import { finishDraft, inMegabytes, inWords, newestBackup, openFolder, refuseFullDisk } from '../backup-folder.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import { type OffSiteCopy, offSiteCopies, withOffSite } from './off-site-copies.ts'

/**
 * Copies a backup, or the newest, from the off-site target to the folder of backups and returns its path. What is there
 * already whole is not copied again.
 */
export async function fetchBackup(
  config: BackupSettings & Pick<Config, 'backupDir' | 'offSite'>,
  name: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const offSite = config.offSite ?? refuse()
  const folder = config.backupDir
  return await withOffSite(offSite, async (store) => {
    const copies = await offSiteCopies(store, backupSecrets(config).backup)
    const wanted = name === undefined ? (newestBackup(copies) ?? copies[0]) : copies.find(({ file }) => file === name)
    if (!wanted) throw new BootFailure(missing(offSite, copies, name))
    const file = join(folder, wanted.file)
    const draft = `${file}.part`
    try {
      await openFolder(folder)
      const here = await stat(file).catch(() => null)
      if (here?.size === wanted.bytes) return file
      await refuseFullDisk(folder, wanted.bytes)
      say(`Copying ${wanted.file} (${inMegabytes(wanted.bytes)}) from ${offSite.url} to ${folder} …`)
      await pipeline(await store.get(wanted.key), createWriteStream(draft, { mode: 0o600, flush: true }))
      const { size } = await stat(draft)
      if (size !== wanted.bytes) throw new BootFailure(`${wanted.file} did not arrive whole. Start again.`)
      await finishDraft(draft, file, folder)
      return file
    } catch (error) {
      throw inWords(error, folder)
    } finally {
      await rm(draft, { force: true })
    }
  })
}

function refuse(): never {
  throw new BootFailure('Set BACKUP_S3_URL and the settings that belong to it, as the installation had them.')
}

function missing({ url, bucket }: OffSite, copies: readonly OffSiteCopy[], name: string | undefined): string {
  const where = `bucket ${bucket} of ${url}`
  if (copies.length === 0)
    return `There is no backup of this installation in ${where}. Backups are found by BACKUP_SECRET: it must be the one that they were made with.`
  return [`There is no ${name} in ${where}, but:`, ...copies.map(({ file }) => file)].join('\n  ')
}
