import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import type { Job } from '../platform/jobs/start-jobs.ts'
import type { BackgroundLog } from '../platform/runtime/logging.ts'
import { projectRoot } from '../platform/runtime/project-root.ts'
import { keptBackups } from './backup-folder.ts'

const lookMs = 10 * 60_000
/** After a start the machine has enough to do. */
const firstLookMs = 2 * 60_000

/**
 * Makes a backup whenever the newest of the folder is older than the settings say. It is made by `npm run backup` in a process of
 * its own, so no request waits for it; a stop ends it, and the next start makes it.
 */
export function backupJob(
  { backupDir, backupEveryHours }: Pick<Config, 'backupDir' | 'backupEveryHours'>,
  log: BackgroundLog,
  { env = process.env, firstAfterMs = firstLookMs }: { env?: NodeJS.ProcessEnv; firstAfterMs?: number } = {},
): Job[] {
  if (backupEveryHours === null) return []
  const run = async (signal: AbortSignal) => {
    if (!(await isDue(backupDir, backupEveryHours))) return
    const { code, outcome } = await makeBackup(env, signal)
    if (code === 0) log.note('Backup', outcome)
    // Logged here and not thrown, so that a backup that cannot be made is tried at the next look and not before.
    else if (!signal.aborted) log.failed('Backup', {}, `No backup could be made: ${outcome}`)
  }
  const failure = { category: 'Backup', sentence: 'No backup could be made' } as const
  return [{ name: 'backup.make-due', everyMs: lookMs, firstAfterMs, failure, run }]
}

async function makeBackup(env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const child = spawn(process.execPath, [join(projectRoot, 'server/src/commands/backup-command.ts')], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  const outcome = said(child)
  const [code]: (number | null)[] = await once(child, 'close')
  signal.removeEventListener('abort', kill)
  return { code, outcome: outcome() }
}

/** True when there is no backup of so many hours. */
export async function isDue(folder: string, hours: number): Promise<boolean> {
  const [newest] = await keptBackups(folder).catch(() => [])
  return !newest || Date.now() - newest.madeAt.getTime() >= hours * 3_600_000
}

/** The last line of what a program says, which is the sentence that matters. */
function said(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-4_000)
    })
  return () => text.trim().split('\n').at(-1) ?? ''
}
