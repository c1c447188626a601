import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Config, projectRoot } from '../platform/config.ts'
import { keptBackups } from './backup-folder.ts'

const lookMinutes = 10
/** After a start the machine has enough to do. */
const firstLookMinutes = 2

/** How the backups that the server makes by itself are told of. */
export interface BackupReport {
  made: (sentence: string) => void
  failed: (sentence: string) => void
}

/**
 * Makes a backup whenever the newest of the folder is older than the settings say, until it is stopped. It is made by `npm run
 * backup` in a process of its own, so no request waits for it; a stop ends it, and the next start makes it.
 */
export function keepBackups(
  config: Pick<Config, 'backupDir' | 'backupEveryHours'>,
  report: BackupReport,
  { env = process.env, firstLook = firstLookMinutes * 60_000 }: { env?: NodeJS.ProcessEnv; firstLook?: number } = {},
): { stop: () => Promise<void> } {
  const { backupDir, backupEveryHours } = config
  if (backupEveryHours === null) return { stop: async () => undefined }
  let child: ChildProcess | null = null
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running.then(async () => {
      if (await isDue(backupDir, backupEveryHours)) await make()
    })
  }
  const make = async () => {
    child = spawn(process.execPath, [join(projectRoot, 'server/src/backup-command.ts')], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const told = said(child)
    const [code]: (number | null)[] = await once(child, 'close')
    if (code === 0) report.made(told())
    else if (!stopped) report.failed(told())
    child = null
  }
  let stopped = false
  const first = setTimeout(look, firstLook).unref()
  const timer = setInterval(look, lookMinutes * 60_000).unref()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(first)
      clearInterval(timer)
      child?.kill()
      await running
    },
  }
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
