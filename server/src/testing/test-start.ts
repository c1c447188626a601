import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { expect, onTestFinished } from 'vitest'
import { projectRoot } from '../platform/runtime/project-root.ts'

/** Timeout of a test that starts the program or a command several times: each start may make a database and load all counties. */
export const startTimeout = 240_000

/** Runs `npm start` without the demo, of the release in `root`, and captures its output. */
export function startOn(
  dataDir: string,
  settings: Record<string, string> = {},
  root: string = projectRoot,
): {
  server: ChildProcess
  said: () => string
  until: (text: string) => Promise<void>
  /** Resolves when the program has ended and all that it said is read, with its exit code and signal. */
  ended: () => Promise<unknown[]>
} {
  const server = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
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
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const until = (text: string) => expect.poll(() => output, { timeout: 120_000, interval: 20 }).toContain(text)
  // Not 'exit', which may come before the last lines.
  const closed = once(server, 'close')
  return { server, said: () => output, until, ended: () => closed }
}

/** Starts the program, expects it to refuse with `sentence` and to leave the data folder as it was, and nothing running. */
export async function expectRefusedStart(
  dataDir: string,
  settings: Record<string, string>,
  sentence: string,
): Promise<void> {
  const before = filesIn(dataDir)
  const { ended, said: output } = startOn(dataDir, settings)
  expect(await ended(), output()).toEqual([1, null])
  expect(output()).toContain(sentence)
  expect(output()).not.toContain('    at ')
  expect(filesIn(dataDir)).toEqual(before)
  expect(serversOn(join(dataDir, 'postgres'))).toEqual([])
}

/** What lies in the data folder; null when there is none. PostgreSQL's own files come and go by themselves. */
function filesIn(dataDir: string): string[] | null {
  return existsSync(dataDir) ? readdirSync(dataDir).sort() : null
}

/** Runs a command such as `create-admin` to its end; answers its exit code and everything that it printed. */
export function runCommand(
  name: string,
  { dataDir, settings = {}, args = [], input = '' }: CommandRun,
): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectRoot, `server/src/commands/${name}-command.ts`), ...args],
    {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '', ...settings },
      input,
      encoding: 'utf8',
    },
  )
  return { code: status, said: stdout + stderr }
}

interface CommandRun {
  dataDir: string
  settings?: Record<string, string>
  args?: string[]
  input?: string
}
