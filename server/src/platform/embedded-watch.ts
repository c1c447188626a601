import { setTimeout as wait } from 'node:timers/promises'
import type { DiskWatch } from './embedded-disk.ts'
import { type RunningServer, stopServer } from './embedded-server.ts'

/** More deaths than this within a minute are no accident any more. */
const patience = 5

/** A database that has no space dies again until somebody frees some. */
const pauseWithoutSpace = 2_000

/**
 * Starts the database again when it dies while we live (its own crash, or somebody's kill -9), after `clear` has ended
 * what it left. Requests in between fail; what was acknowledged is there again. Gives up, and says so, when it dies
 * again and again; for want of space it is tried until there is some.
 */
export function keepRunning(
  first: RunningServer,
  start: () => Promise<RunningServer>,
  clear: () => Promise<void>,
  { say, disk }: { say: (line: string) => void; disk: Pick<DiskWatch, 'low' | 'room'> },
): { stop: () => Promise<void> } {
  let stopping = false
  let current = Promise.resolve<RunningServer | undefined>(first)
  const deaths: number[] = []

  const watch = async (server: RunningServer): Promise<void> => {
    await server.ended
    if (stopping) return
    if (disk.low()) await wait(pauseWithoutSpace)
    else deaths.push(performance.now())
    if (deaths.filter((at) => at > performance.now() - 60_000).length > patience) {
      say('The database keeps dying and is not started again. See its log beside the data, then start Coverdesk again.')
      return
    }
    say('The database has died and is started again.')
    current = again()
    const next = await current
    if (next) void watch(next)
  }

  const again = async (): Promise<RunningServer | undefined> => {
    for (;;) {
      try {
        await clear()
        return (await disk.room()) && !stopping ? await start() : undefined
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
        if (!disk.low() || stopping) return undefined
        await wait(pauseWithoutSpace)
      }
    }
  }

  void watch(first)
  return {
    stop: async () => {
      stopping = true
      const server = await current
      if (server) await stopServer(server)
    },
  }
}
