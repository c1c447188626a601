import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { projectRoot } from './config.ts'

/** The program as `npm start` runs it, without the demo; what it says is kept. */
export function startOn(
  dataDir: string,
  settings: Record<string, string> = {},
): {
  server: ChildProcess
  said: () => string
  until: (text: string) => Promise<void>
} {
  const server = spawn(process.execPath, [join(projectRoot, 'server/src/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const until = (text: string) => expect.poll(() => said, { timeout: 60_000, interval: 20 }).toContain(text)
  return { server, said: () => said, until }
}

/** Only root may make a small disk, and not in every container. */
export function smallDisk(folder: string, megabytes: number, how = ''): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `${how}size=${megabytes}m`, 'tmpfs', folder]).status === 0
}
