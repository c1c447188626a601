import type { Config } from '../platform/config/config.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { keptBackups } from './backup-folder.ts'
import type { RaiseBackupAlert } from './failures/backup-alerts.ts'
import { commandRun } from './failures/backup-reports.ts'
import { readProofNote } from './proof-note.ts'

const checkMs = 10 * 60_000
/** After the first check for a due backup. */
const firstCheckMs = 5 * 60_000
const retryHours = 1

/**
 * Proves the newest backup with `bin/coverdesk prove-backup` once in `backupProveHours`, the same one again if there is no newer.
 * A failure raises an alert and is repeated. A stop of the server ends it; the next start does it again.
 */
export function proveJob(
  { backupDir, backupProveHours }: Pick<Config, 'backupDir' | 'backupProveHours'>,
  log: BackgroundLog,
  alert: RaiseBackupAlert,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  if (backupProveHours === null) return []
  const failure = { category: 'Backup', sentence: 'The newest backup could not be proven' } as const
  const prove = commandRun('prove-backup-command.ts', env, {
    log,
    alert,
    kind: 'backup-proof',
    sentence: failure.sentence,
  })
  const run = async (signal: AbortSignal) =>
    (await isProofDue(backupDir, backupProveHours, Date.now())) ? await prove(signal) : undefined
  return [{ name: 'backup.prove-newest', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether there is a backup, and the last attempt is this many hours ago; after a failure, whose cause may pass, one hour. */
export async function isProofDue(folder: string, hours: number, now: number): Promise<boolean> {
  const [newest] = await keptBackups(folder).catch(() => [])
  if (!newest) return false
  const note = await readProofNote(folder)
  if (!note) return true
  const waitHours = note.provenAt === note.triedAt ? hours : Math.min(hours, retryHours)
  return now - Date.parse(note.triedAt) >= waitHours * 3_600_000
}
