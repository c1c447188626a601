import { type RunningServer, stopServer } from './embedded-server.ts'

/** More deaths than this within a minute are no accident any more. */
const patience = 5

/**
 * Starts the database again when it dies while we live (its own crash, or somebody's kill -9), after `clear` has ended
 * what it left. Requests in between fail; what was acknowledged is there again. Gives up, and says so, when it dies
 * again and again.
 */
export function keepRunning(
  first: RunningServer,
  start: () => Promise<RunningServer>,
  clear: () => Promise<void>,
  say: (line: string) => void,
): { stop: () => Promise<void> } {
  let stopping = false
  let current = Promise.resolve<RunningServer | undefined>(first)
  const deaths: number[] = []

  const watch = async (server: RunningServer): Promise<void> => {
    await server.ended
    if (stopping) return
    deaths.push(performance.now())
    if (deaths.filter((at) => at > performance.now() - 60_000).length > patience) {
      say('The database keeps dying and is not started again. See its log beside the data, then start Coverdesk again.')
      return
    }
    say('The database has died and is started again.')
    current = clear().then(start).catch(asSaid)
    const next = await current
    if (next) void watch(next)
  }

  const asSaid = (error: unknown): undefined => {
    say(error instanceof Error ? error.message : String(error))
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
