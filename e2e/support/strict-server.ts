import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** An installation as an agency has it: no demo, second factors required, one administrator. */
export interface StrictServer {
  url: string
  admin: string
  /** Stops it and starts it again without a mail server. */
  withoutMail: () => Promise<void>
  stop: () => Promise<void>
}

const server = join(import.meta.dirname, '../../server/src')
const port = Number(process.env.E2E_PORT ?? 18_473)

/** Makes the installation in a folder of the run and starts it beside the demo, with a mail server that is down. */
export async function startStrictServer(password: string, portOffset = 500): Promise<StrictServer> {
  const admin = 'ana.strict@agency.example'
  const env = agencyEnvironment(portOffset)
  const maker = spawn(process.execPath, [join(server, 'commands/create-admin-command.ts'), '--user', admin], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  maker.stdin?.end(`${password}\n`)
  const [made] = await once(maker, 'exit')
  if (made !== 0) throw new Error('The administrator could not be made')
  // Nobody listens there.
  let running = run({ ...env, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@agency.example' })
  const url = `http://127.0.0.1:${port + portOffset}`
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

/** An installation that nobody has used: no demo, no users, and the setup link that its first start prints. */
export interface EmptyAgency {
  url: string
  setupLink: string
  stop: () => Promise<void>
}

/** Starts one in a folder of the run, without a mail server. */
export async function startEmptyAgency(portOffset: number): Promise<EmptyAgency> {
  const url = `http://127.0.0.1:${port + portOffset}`
  const running = run(agencyEnvironment(portOffset), 'pipe')
  const setupLink = await new Promise<string>((resolve, reject) => {
    let said = ''
    running.stdout?.setEncoding('utf8').on('data', (more: string) => {
      said += more
      const link = /http\S+\/setup#\S+/.exec(said)?.[0]
      if (link) resolve(link)
    })
    running.once('exit', () => reject(new Error(`The server ended before it printed a setup link: ${said}`)))
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
    // A new folder at each try: the installation begins without users.
    DATA_DIR: mkdtempSync(join(process.env.E2E_DATA_DIR ?? '', 'strict-')),
    DATABASE_URL: '',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    CANARY_DIR: join(process.env.E2E_DATA_DIR ?? '', 'canary'),
  }
}

function run(env: NodeJS.ProcessEnv, stdout: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const watch = join(import.meta.dirname, 'watched-answers.ts')
  return spawn(process.execPath, ['--import', watch, join(server, 'main.ts')], {
    env,
    stdio: ['ignore', stdout, 'inherit'],
  })
}

async function untilReady(url: string): Promise<void> {
  for (let tried = 0; tried < 240; tried++) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await pause(500)
  }
  throw new Error(`Nothing answers at ${url}`)
}
