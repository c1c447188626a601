import type { Config } from '../platform/config/config.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { isAhead, keptBackups, newestBackup } from './backup-folder.ts'
import { archivesFolder } from './continuous/archive-slot.ts'
import { currentCovered } from './continuous/covered-note.ts'
import type { RaiseBackupAlert } from './failures/backup-alerts.ts'
import { commandRun } from './failures/backup-reports.ts'
import { type ProofKind, readProofNote } from './proof-note.ts'

const checkMs = 10 * 60_000
/** After the first check for a due backup. */
const firstCheckMs = 5 * 60_000
const retryHours = 1

/**
 * Proves the newest backup with `bin/coverdesk prove-backup` once in `backupProveHours`, the same one again if there is no newer,
 * and the archive of the log with `bin/coverdesk prove-archive`. A failure raises an alert and is repeated. A stop of the server
 * ends it; the next start does it again.
 */
export function proveJob(
  {
    backupDir,
    backupProveHours,
    continuousBackup,
  }: Pick<Config, 'backupDir' | 'backupProveHours' | 'continuousBackup'>,
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
  const newest: Job = { name: 'backup.prove-newest', everyMs: checkMs, firstAfterMs, failure, run }
  if (!continuousBackup) return [newest]
  const unproven = { category: 'Backup', sentence: 'The archive of the log could not be proven' } as const
  const proveLog = commandRun('prove-archive-command.ts', env, {
    log,
    alert,
    kind: 'backup-proof',
    sentence: unproven.sentence,
  })
  const runLog = async (signal: AbortSignal) =>
    (await isArchiveProofDue(backupDir, backupProveHours, Date.now())) ? await proveLog(signal) : undefined
  return [newest, { name: 'backup.prove-archive', everyMs: checkMs, firstAfterMs, failure: unproven, run: runLog }]
}

/** Whether there is an archive that can be restored, and its proof is due. */
export async function isArchiveProofDue(folder: string, hours: number, now: number): Promise<boolean> {
  const covered = await currentCovered(archivesFolder(folder))
  return covered?.base ? await isDue(folder, 'archive', hours, now) : false
}

/** Whether there is a backup, and the last attempt is this many hours ago; after a failure, whose cause may pass, one hour. */
export async function isProofDue(folder: string, hours: number, now: number): Promise<boolean> {
  const newest = newestBackup(await keptBackups(folder).catch(() => []), now)
  return newest ? await isDue(folder, 'backup', hours, now) : false
}

async function isDue(folder: string, kind: ProofKind, hours: number, now: number): Promise<boolean> {
  const note = await readProofNote(folder, kind)
  if (!note) return true
  const waitHours = note.provenAt === note.triedAt ? hours : Math.min(hours, retryHours)
  const tried = Date.parse(note.triedAt)
  return isAhead(tried, now) || now - tried >= waitHours * 3_600_000
}
