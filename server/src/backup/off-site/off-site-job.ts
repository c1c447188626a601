import { basename } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../../platform/runtime/logging.ts'
import { isAhead, keptBackups, newestBackup } from '../backup-folder.ts'
import type { RaiseBackupAlert } from '../failures/backup-alerts.ts'
import { commandRun } from '../failures/backup-reports.ts'
import { readOffSiteNote } from './off-site-note.ts'

const checkMs = 5 * 60_000
/** After the first check for a due backup. */
const firstCheckMs = 3 * 60_000
/** The third failure in a row: a target may be away for a moment. */
const alertAfterMs = 10 * 60_000

/**
 * Copies new backups to the off-site target with `bin/coverdesk upload-backups`. A stop of the server ends it; a later run continues
 * the upload. Failures of ten minutes raise an alert.
 */
export function offSiteJob(
  { backupDir, offSite }: Pick<Config, 'backupDir' | 'offSite'>,
  log: BackgroundLog,
  alert: RaiseBackupAlert,
  {
    env = process.env,
    firstAfterMs = firstCheckMs,
    failingMs = alertAfterMs,
  }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number; failingMs?: number } = {},
): Job[] {
  if (!offSite) return []
  const failure = { category: 'Backup', sentence: 'The backups could not be copied off-site' } as const
  const reports = { log, alert, kind: 'backup-copy', sentence: failure.sentence, alertAfterMs: failingMs } as const
  const upload = commandRun('upload-backups-command.ts', env, reports)
  const run = async (signal: AbortSignal) =>
    (await isUploadDue(backupDir, offSite.bucket)) ? await upload(signal) : undefined
  return [{ name: 'backup.upload-off-site', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether the newest backup of the folder is not at the target. */
export async function isUploadDue(folder: string, bucket: string): Promise<boolean> {
  const newest = newestBackup(await keptBackups(folder).catch(() => []))
  const note = await readOffSiteNote(folder)
  if (!newest) return false
  const isOfNow = note?.bucket === bucket && !isAhead(Date.parse(note.madeAt), Date.now())
  return !isOfNow || note.file < basename(newest.file)
}
