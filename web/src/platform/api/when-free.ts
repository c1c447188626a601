import { Failure } from '@coverdesk/domain/failure.ts'

const pauseMs = 1_000
const most = 20

/** Tries again while the server is busy, up to 20 seconds; for work without an effect, such as the check of a file. */
export async function whenFree<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof Failure && error.code === 'server.busy'
      if (!isBusy || tries > most || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (signal.aborted) throw error
    }
  }
}
