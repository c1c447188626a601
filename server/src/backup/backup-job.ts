import type { Config } from '../platform/config/config.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { keptBackups, newestBackup } from './backup-folder.ts'
import type { RaiseBackupAlert } from './failures/backup-alerts.ts'
import { commandRun } from './failures/backup-reports.ts'

const checkMs = 10 * 60_000
/** Leaves the first minutes to the start itself. */
const firstCheckMs = 2 * 60_000

/**
 * Makes a backup with `bin/coverdesk backup` whenever the newest one in the folder is older than `backupEveryHours`. A stop of the
 * server ends it; the next start makes it again. A failure raises an alert.
 */
export function backupJob(
  { backupDir, backupEveryHours }: Pick<Config, 'backupDir' | 'backupEveryHours'>,
  log: BackgroundLog,
  alert: RaiseBackupAlert,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  if (backupEveryHours === null) return []
  const failure = { category: 'Backup', sentence: 'No backup could be made' } as const
  const backUp = commandRun('backup-command.ts', env, { log, alert, kind: 'backup', sentence: failure.sentence })
  const run = async (signal: AbortSignal) =>
    (await isDue(backupDir, backupEveryHours)) ? await backUp(signal) : undefined
  return [{ name: 'backup.make-due', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether the newest backup in the folder is at least this many hours old, or there is none. */
export async function isDue(folder: string, hours: number): Promise<boolean> {
  const newest = newestBackup(await keptBackups(folder).catch(() => []))
  return !newest || Date.now() - newest.madeAt.getTime() >= hours * 3_600_000
}
