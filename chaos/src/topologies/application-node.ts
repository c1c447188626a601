import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import { openTestDatabaseProxy } from '@coverdesk/server/src/testing/test-database-proxy.ts'
import { canStepClock, clockEnvironment } from './step-clock.ts'

/** One process of Coverdesk behind a proxy, started again after each death as a supervisor does. */
export interface ApplicationNode {
  /** Address for users, through the proxy. */
  url: string
  /** Kills the process with SIGKILL. */
  kill: () => void
  /** Breaks all connections of users. */
  cut: () => void
  /** Carries nothing for a while. */
  stall: (ms: number) => Promise<void>
  /** Sets the clock of the process to so many seconds beside the machine's, and checks that an answer shows it. */
  stepClock: (seconds: number) => Promise<void>
  isReady: () => Promise<boolean>
  stop: () => Promise<void>
}

const restartPauseMs = 300

/** Starts a node whose files go to `folder`; it is not yet ready. */
export async function startApplicationNode(
  folder: string,
  name: string,
  settings: Record<string, string>,
): Promise<ApplicationNode> {
  const port = await freePort()
  const inner = `http://127.0.0.1:${port}`
  const proxy = await openTestDatabaseProxy(inner)
  const log = join(folder, `${name}.log`)
  const clock = join(folder, `${name}.clock`)
  const setClock = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  setClock(0)
  let isStopping = false
  let child = start()

  function start(): ChildProcess {
    const output = openSync(log, 'a')
    const started = spawn(process.execPath, [join(projectRoot, 'server/src/main.ts')], {
      cwd: projectRoot,
      env: {
        ...process.env,
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        SECOND_FACTOR: 'optional',
        TRUSTED_PROXIES: '127.0.0.1',
        PORT: String(port),
        HOST: '127.0.0.1',
        SERVER_NAME: name,
        NODE_ENV: 'production',
        ...clockEnvironment(clock),
        ...settings,
      },
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    started.once('exit', () => void restart())
    return started
  }

  async function restart(): Promise<void> {
    await wait(restartPauseMs)
    if (!isStopping) child = start()
  }

  return {
    url: proxy.url.replace(/\/$/, ''),
    kill: () => void child.kill('SIGKILL'),
    cut: () => proxy.cut('reset'),
    stall: async (ms) => {
      proxy.setStalled(true)
      await wait(ms)
      proxy.setStalled(false)
    },
    stepClock: async (seconds) => {
      if (!canStepClock) throw new Error('libfaketime is missing')
      setClock(seconds)
      await wait(2_500)
      const shown = await clockOf(inner)
      if (shown !== null && Math.abs(shown - seconds) > 10)
        throw new Error(`the clock of the node is ${shown.toFixed(0)} s beside the machine's`)
    },
    isReady: async () => await answersReady(inner),
    stop: async () => {
      isStopping = true
      proxy.setStalled(false)
      proxy.cut('reset')
      if (child.exitCode === null && child.signalCode === null) {
        const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
        child.kill('SIGTERM')
        await once(child, 'exit')
        clearTimeout(late)
      }
      await proxy.close()
    },
  }
}

/** Seconds by which a node's clock differs from the machine's, by the date of an answer; null while it is down. */
async function clockOf(url: string): Promise<number | null> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    const date = Date.parse(answer.headers.get('date') ?? '')
    return Number.isNaN(date) ? null : (date - Date.now()) / 1_000
  } catch {
    return null
  }
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}
