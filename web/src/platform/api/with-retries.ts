import { Failure } from '@coverdesk/domain/failure.ts'
import { type RetryReason, showRetryNotice } from './retry-notice.ts'

/** Longest time that a request waits for a busy server, in milliseconds; a failover of the database takes up to 30 s. */
const maxBusyMs = 45_000

/** Who sends a request; `isCurrent` tells whether that user is still signed in. */
export interface Sender {
  isCurrent: () => boolean
  signal?: AbortSignal | undefined
}

/** Pause before the next attempt. */
export interface Pause {
  ms: number
  reason: RetryReason
}

/** Repeats `attempt` while `pauseAfter` names a pause for its error, and tells the user so. */
export async function withRetries<T>(
  { isCurrent, signal }: Sender,
  attempt: () => Promise<T>,
  pauseAfter: (error: unknown) => Pause | null,
): Promise<T> {
  let shown: RetryReason | null = null
  let hideNotice = () => {}
  try {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const pause = pauseAfter(error)
        // Fails at once when offline: a delayed request would be sent when the user no longer expects it (P-85).
        if (pause === null || !navigator.onLine || !isCurrent() || signal?.aborted) throw error
        if (shown !== pause.reason) {
          hideNotice()
          hideNotice = showRetryNotice(pause.reason)
          shown = pause.reason
        }
        await new Promise((resolve) => {
          setTimeout(resolve, pause.ms)
          signal?.addEventListener('abort', resolve, { once: true })
        })
        if (!isCurrent() || signal?.aborted) throw error
      }
    }
  } finally {
    hideNotice()
  }
}

/** Sends a request without an effect; waits for a busy server. */
export async function sendRead<T>(sender: Sender, attempt: () => Promise<T>): Promise<T> {
  return await withRetries(sender, attempt, pausesWhileBusy())
}

/**
 * Pauses of one request while the server answers that it is busy, as during a failover of its database: as long as its
 * Retry-After says, and a little longer, so that not all browsers come back in the same moment.
 */
export function pausesWhileBusy(): (error: unknown) => Pause | null {
  const since = Date.now()
  return (error) => {
    if (!isBusy(error) || error.retryAfterSeconds === undefined) return null
    const ms = error.retryAfterSeconds * 1_000 * (1 + Math.random() / 4)
    return Date.now() + ms - since <= maxBusyMs ? { ms, reason: 'busy' } : null
  }
}

/** Whether the server could not answer for a while; the marketplace and other services have codes of their own. */
export function isBusy(error: unknown): error is Failure {
  return error instanceof Failure && (error.code === 'server.busy' || error.code === 'audit.unavailable')
}
