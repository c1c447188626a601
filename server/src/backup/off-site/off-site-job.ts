import { basename } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../../platform/runtime/logging.ts'
import { runCommand } from '../../platform/runtime/run-command.ts'
import { keptBackups } from '../backup-folder.ts'
import { readOffSiteNote } from './off-site-note.ts'

const checkMs = 5 * 60_000
/** After the first check for a due backup. */
const firstCheckMs = 3 * 60_000

/**
 * Copies new backups to the off-site target with `npm run upload-backups`. A stop of the server ends it; a later run continues
 * the upload.
 */
export function offSiteJob(
  { backupDir, offSite }: Pick<Config, 'backupDir' | 'offSite'>,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstCheckMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  if (!offSite) return []
  const run = async (signal: AbortSignal) => {
    if (!(await isUploadDue(backupDir, offSite.bucket))) return
    const { code, lastLine } = await runCommand('upload-backups-command.ts', env, signal)
    if (code === 0) log.note('Backup', lastLine)
    // Logged and not thrown: the job would be retried sooner than its next check.
    else if (!signal.aborted) log.failed('Backup', {}, `The backups could not be copied off-site: ${lastLine}`)
  }
  const failure = { category: 'Backup', sentence: 'The backups could not be copied off-site' } as const
  return [{ name: 'backup.upload-off-site', everyMs: checkMs, firstAfterMs, failure, run }]
}

/** Whether the newest backup of the folder is not at the target. */
export async function isUploadDue(folder: string, bucket: string): Promise<boolean> {
  const [newest] = await keptBackups(folder).catch(() => [])
  const note = await readOffSiteNote(folder)
  return newest !== undefined && (note?.bucket !== bucket || note.file < basename(newest.file))
}
