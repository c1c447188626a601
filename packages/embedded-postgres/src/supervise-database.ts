import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseFailure } from './database-failure.ts'
import { DatabaseInUse, type RunningServer, stopServer } from './start-server.ts'
import type { DiskWatch } from './watch-disk.ts'

/** Pauses between attempts to start the database, in milliseconds; they double from the first to the longest. */
const minPause = 200
const maxPause = 10_000

/** A database that was up this long has recovered: the next death is followed by an attempt without a pause. */
const stableAfter = 2_000

/** Maximum wait for processes that still hold the shared memory of an earlier run, at the first start. */
const maxWaitForRelease = 60_000

/** `lost`: the attempts to restart it were given up. */
export type DatabaseState = 'running' | 'restarting' | 'lost'

export interface SupervisedDatabase {
  state: () => DatabaseState
  /** Resolves with the reason when the attempts to restart the database are given up. */
  lost: Promise<DatabaseFailure>
  stop: () => Promise<void>
}

/** How an embedded database is started, and what clears the remains of its last run; both throw a DatabaseFailure. */
export interface DatabaseStart {
  start: () => Promise<RunningServer>
  clear: () => Promise<void>
}

/**
 * Starts the database for the first time. Processes of a killed run that are about to exit no longer show what they are,
 * so they can't be signaled, but hold the shared memory until they are gone: these are waited for.
 */
export async function startFirst({ start, clear }: DatabaseStart): Promise<RunningServer> {
  const giveUpAt = performance.now() + maxWaitForRelease
  for (let pause = minPause; ; pause = nextPause(pause)) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || performance.now() + pause > giveUpAt) throw error
    }
    await wait(pause)
    await clear()
  }
}

/**
 * Restarts the database when it dies (its own crash, or a kill -9), with growing pauses between attempts. Requests fail
 * until then; nothing that was acknowledged is lost. Gives up after `giveUpAfterMs` without a database, except
 * when the disk is full: then it tries until there is space (P-76, P-79).
 */
export function superviseDatabase(
  first: RunningServer,
  { start, clear }: DatabaseStart,
  {
    title,
    say,
    disk,
    giveUpAfterMs,
  }: {
    /** The product's name in messages. */
    title: string
    say: (line: string) => void
    disk: Pick<DiskWatch, 'low' | 'room'>
    giveUpAfterMs: number
  },
): SupervisedDatabase {
  const stopping = new AbortController()
  const { promise: lost, resolve: giveUp } = Promise.withResolvers<DatabaseFailure>()
  let state: DatabaseState = 'running'
  let current = Promise.resolve<RunningServer | undefined>(first)
  let pause = 0

  async function supervise(server: RunningServer): Promise<void> {
    const readyAt = performance.now()
    await server.ended
    if (stopping.signal.aborted) return
    state = 'restarting'
    say('The database died and is being restarted.')
    if (performance.now() - readyAt >= stableAfter) pause = 0
    current = restart()
    const next = await current
    if (!next) return
    state = 'running'
    void supervise(next)
  }

  async function restart(): Promise<RunningServer | undefined> {
    let deadSince = performance.now()
    let lastSaid = ''
    while (!stopping.signal.aborted) {
      try {
        await wait(pause, undefined, { signal: stopping.signal })
        pause = nextPause(pause)
        await clear()
        if (!(await disk.room()) || stopping.signal.aborted) return undefined
        return await start()
      } catch (error) {
        if (stopping.signal.aborted) return undefined
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== lastSaid) say(reason)
        lastSaid = reason
        if (disk.low()) deadSince = performance.now()
        if (performance.now() - deadSince < giveUpAfterMs) continue
        state = 'lost'
        giveUp(restartFailed(title, giveUpAfterMs, error))
        return undefined
      }
    }
    return undefined
  }

  void supervise(first)
  return {
    state: () => state,
    lost,
    stop: async () => {
      stopping.abort()
      const server = await current
      if (server) await stopServer(server)
    },
  }
}

const nextPause = (pause: number) => Math.min(Math.max(pause * 2, minPause), maxPause)

function restartFailed(title: string, afterMs: number, cause: unknown): DatabaseFailure {
  return new DatabaseFailure(
    `The database died and could not be restarted for ${Math.round(afterMs / 1000)} seconds, so ${title} exits. Nothing that was saved is lost: see the last message above and the database's log, fix the cause, and start ${title} again.`,
    { cause },
  )
}
