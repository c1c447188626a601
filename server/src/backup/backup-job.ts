import type { Config } from '../platform/config/config.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { runCommand } from '../platform/runtime/run-command.ts'
import { keptBackups } from './backup-folder.ts'

const checkMs = 10 * 60_000
/** Leaves the first minutes to the start itself. */
const firstCheckMs = 2 * 60_000

/**
 * Makes a backup with `npm run backup` whenever the newest one in the folder is older than `backupEveryHours`. A stop of the
 * server ends it; the next start makes it again.
 */
export function backupJob(
  { backupDir, backupEveryHours }: Pick<Config, 'backupDir' | 'backupEveryHours'>,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  if (backupEveryHours === null) return []
  const run = async (signal: AbortSignal) => {
    if (!(await isDue(backupDir, backupEveryHours))) return
    const { code, lastLine } = await runCommand('backup-command.ts', env, signal)
    if (code === 0) log.note('Backup', lastLine)
    // Logged and not thrown: the job would be retried sooner than its next check.
    else if (!signal.aborted) log.failed('Backup', {}, `No backup could be made: ${lastLine}`)
  }
  const failure = { category: 'Backup', sentence: 'No backup could be made' } as const
  return [{ name: 'backup.make-due', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether the newest backup in the folder is at least this many hours old, or there is none. */
export async function isDue(folder: string, hours: number): Promise<boolean> {
  const [newest] = await keptBackups(folder).catch(() => [])
  return !newest || Date.now() - newest.madeAt.getTime() >= hours * 3_600_000
}
