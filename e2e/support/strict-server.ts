import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@playwright/test'

/** A production-like installation: no demo, second factors required, one administrator. */
export interface StrictServer {
  url: string
  admin: string
  /** Restarts it without a mail server. */
  withoutMail: () => Promise<void>
  stop: () => Promise<void>
}

const server = join(import.meta.dirname, '../../server/src')
const port = Number(process.env.E2E_PORT ?? 18_473)

/** For a database with all counties beside other tests. A hook that starts one has the limit of the run, not that of its file. */
const startTimeout = 240_000

/** Address of the installation with this offset, before it is started. */
export const strictServerUrl = (portOffset: number) => `http://127.0.0.1:${port + portOffset}`

/** Creates the installation in a folder of the run and starts it, with a mail server that is down; for a hook. */
export async function startStrictServer(
  password: string,
  portOffset = 500,
  settings: NodeJS.ProcessEnv = {},
): Promise<StrictServer> {
  test.setTimeout(startTimeout)
  const admin = 'ana.strict@agency.example'
  const env = { ...agencyEnvironment(portOffset), ...settings }
  const command = spawn(process.execPath, [join(server, 'commands/create-admin-command.ts'), '--user', admin], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  command.stdin?.end(`${password}\n`)
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error('The administrator could not be created')
  // No server listens on that port.
  let running = run({ ...env, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@agency.example' })
  const url = strictServerUrl(portOffset)
  await untilReady(url)
  const stop = async () => {
    running.kill('SIGTERM')
    await once(running, 'exit')
  }
  return {
    url,
    admin,
    withoutMail: async () => {
      await stop()
      running = run(env)
      await untilReady(url)
    },
    stop,
  }
}

/** A new installation: no demo, no users, and the setup link that its first start prints. */
export interface EmptyAgency {
  url: string
  setupLink: string
  stop: () => Promise<void>
}

/** Starts one in a folder of the run, without a mail server; for a hook. */
export async function startEmptyAgency(portOffset: number): Promise<EmptyAgency> {
  test.setTimeout(startTimeout)
  const url = strictServerUrl(portOffset)
  const running = run(agencyEnvironment(portOffset), 'pipe')
  const setupLink = await new Promise<string>((resolve, reject) => {
    let output = ''
    running.stdout?.setEncoding('utf8').on('data', (more: string) => {
      output += more
      const link = /http\S+\/setup#\S+/.exec(output)?.[0]
      if (link) resolve(link)
    })
    running.once('exit', () => reject(new Error(`The server ended before it printed a setup link: ${output}`)))
  })
  return {
    url,
    setupLink,
    stop: async () => {
      running.kill('SIGTERM')
      await once(running, 'exit')
    },
  }
}

function agencyEnvironment(portOffset: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(port + portOffset),
    HOST: '127.0.0.1',
    // A new folder for each try: the installation starts without users.
    DATA_DIR: mkdtempSync(join(process.env.E2E_DATA_DIR ?? '', 'strict-')),
    DATABASE_URL: '',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    CANARY_DIR: join(process.env.E2E_DATA_DIR ?? '', 'canary'),
  }
}

function run(env: NodeJS.ProcessEnv, stdout: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const scanner = join(import.meta.dirname, 'scan-responses.ts')
  return spawn(process.execPath, ['--import', scanner, join(server, 'main.ts')], {
    env,
    stdio: ['ignore', stdout, 'inherit'],
  })
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await pause(500)
  }
  throw new Error(`No response from ${url}`)
}
