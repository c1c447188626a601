import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import type { Config } from '../../platform/config/config.ts'
import { databaseProduct } from '../../platform/config/database-product.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { type ObjectStore, openObjectStore } from '../../platform/integrations/object-store.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../../platform/runtime/logging.ts'
import { inWords, isAhead } from '../backup-folder.ts'
import { type BackupSettings, backupSecrets } from '../backup-secrets.ts'
import type { RaiseBackupAlert } from '../failures/backup-alerts.ts'
import { commandRun, frequentRun } from '../failures/backup-reports.ts'
import { archiveFiles } from './archive-files.ts'
import { dropSlots } from './archive-slot.ts'
import { archiveWal } from './archive-wal.ts'
import { copyBases, copyLog, type KnownCopies } from './copy-archive.ts'

/** Interval of the archive and of its copy: together with what they take, a loss stays below 60 s. */
const archiveMs = 20_000
/** A target or a disk may be away for a moment. */
const alertAfterMs = 10 * 60_000
const baseCheckMs = 10 * 60_000
const firstBaseMs = 60_000
/** Restoring replays the log since the base backup, so it must not become too long. */
const baseEveryMs = 3 * 86_400_000

type Settings = BackupSettings & Pick<Config, 'backupDir' | 'dataDir' | 'database' | 'continuousBackup' | 'offSite'>

/** Archive of the embedded database's log, its base backups, and their copies off-site. */
export function archiveJobs(
  config: Settings,
  log: BackgroundLog,
  alert: RaiseBackupAlert,
  { env = process.env, everyMs = archiveMs, firstBaseAfterMs = firstBaseMs, failingMs = alertAfterMs } = {},
): Job[] {
  const { database, dataDir, backupDir, offSite } = config
  if (database.kind === 'external') return []
  let url: string | null = null
  const connected = async <Result>(work: Parameters<typeof withConnection<Result>>[2]): Promise<Result> => {
    url ??= runningDatabase(databaseProduct, dataDir, database.ownerPassword)
    if (!url) throw new Error('The embedded database does not run')
    return await withConnection(url, 'archive', work)
  }
  if (!config.continuousBackup) {
    const failure = { category: 'Backup', sentence: 'The log could not be released' } as const
    const run = () => connected(dropSlots)
    return [{ name: 'backup.release-log', everyMs: 86_400_000, firstAfterMs: everyMs, failure, run }]
  }
  const secrets = backupSecrets(config)
  let folder: string | null = null
  const unarchived = { category: 'Backup', sentence: 'The log of the database could not be archived' } as const
  const reports = { log, alert, alertAfterMs: failingMs }
  const archive = frequentRun(
    async () => {
      const isFirst = folder === null
      folder = await connected((connection) => archiveWal(connection, backupDir, secrets, { isFirst })).catch(
        (error) => {
          throw inWords(error, backupDir)
        },
      )
    },
    { ...reports, kind: 'backup-log', sentence: unarchived.sentence },
  )
  const noBase = { category: 'Backup', sentence: 'No base backup could be made' } as const
  const makeBase = commandRun('base-backup-command.ts', env, {
    log,
    alert,
    kind: 'backup-log',
    sentence: noBase.sentence,
  })
  const base = async (signal: AbortSignal) =>
    folder && (await isBaseDue(folder, Date.now())) ? await makeBase(signal) : undefined
  const jobs: Job[] = [
    {
      name: 'backup.archive-log',
      everyMs,
      firstAfterMs: everyMs / 4,
      failure: unarchived,
      run: archive,
    },
    {
      name: 'backup.make-base',
      everyMs: baseCheckMs,
      firstAfterMs: firstBaseAfterMs,
      failure: noBase,
      run: base,
    },
  ]
  if (!offSite) return jobs
  let known: KnownCopies | null = null
  let store: ObjectStore | null = null
  const failure = { category: 'Backup', sentence: 'The archive could not be copied off-site' } as const
  const opened = async () => {
    store ??= await openObjectStore(offSite)
    return store
  }
  const listAgain = () => {
    if (known) known.listedAt = 0
  }
  const copy = frequentRun(
    async () => {
      if (!folder) return
      try {
        known = await copyLog(await opened(), folder, secrets.backup, known)
      } catch (error) {
        listAgain()
        throw error
      }
    },
    { ...reports, kind: 'backup-copy', sentence: failure.sentence },
  )
  const baseFailure = { category: 'Backup', sentence: 'The base backup could not be copied off-site' } as const
  const copyBase = frequentRun(
    async () => {
      if (known) await copyBases(await opened(), known, secrets.backup)
    },
    { ...reports, kind: 'backup-copy', sentence: baseFailure.sentence },
  )
  const finish = async () => store?.close()
  return [
    ...jobs,
    { name: 'backup.copy-archive', everyMs, firstAfterMs: everyMs / 2, failure, run: copy, finish },
    { name: 'backup.copy-base', everyMs, firstAfterMs: everyMs, failure: baseFailure, run: copyBase },
  ]
}

/** Whether the archive has no base backup of the last days. */
export async function isBaseDue(folder: string, now: number): Promise<boolean> {
  const files = await archiveFiles(folder)
  return !files.some(
    ({ kind, at }) => kind === 'base' && now - at.getTime() < baseEveryMs && !isAhead(at.getTime(), now),
  )
}
