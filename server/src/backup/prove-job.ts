import { basename } from 'node:path'
import { recordAlerts } from '../alerts/raise-alerts.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { runCommand } from '../platform/runtime/run-command.ts'
import type { NoticeServices } from '../users/notify-administrators.ts'
import { keptBackups } from './backup-folder.ts'
import { readProofNote } from './proof-note.ts'

const checkMs = 10 * 60_000
/** After the first check for a due backup. */
const firstCheckMs = 5 * 60_000

/**
 * Proves the newest backup with `npm run prove-backup` once in `backupProveHours`. A failure raises an alert. A stop
 * of the server ends it; the next start does it again.
 */
export function proveJob(
  db: Db,
  services: NoticeServices,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  const { backupDir, backupProveHours } = services.config
  if (backupProveHours === null) return []
  const run = async (signal: AbortSignal) => {
    if (!(await isProofDue(backupDir, backupProveHours, Date.now()))) return
    const { code, lastLine } = await runCommand('prove-backup-command.ts', env, signal)
    if (code === 0) return log.note('Backup', lastLine)
    if (signal.aborted) return
    log.failed('Backup', {}, `The newest backup could not be proven: ${lastLine}`)
    const alert = {
      kind: 'backup-proof',
      userId: null,
      address: null,
      times: 0,
      records: 0,
      details: lastLine,
    } as const
    await recordAlerts(db, services, [alert])
  }
  const failure = { category: 'Backup', sentence: 'The newest backup could not be proven' } as const
  return [{ name: 'backup.prove-newest', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether there is a backup that was not tried yet, and the last attempt is at least this many hours ago. */
export async function isProofDue(folder: string, hours: number, now: number): Promise<boolean> {
  const [newest] = await keptBackups(folder).catch(() => [])
  if (!newest) return false
  const note = await readProofNote(folder)
  if (!note) return true
  return note.file !== basename(newest.file) && now - Date.parse(note.triedAt) >= hours * 3_600_000
}
