import { Failure } from '@coverdesk/domain/failure.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { isRepeatable, takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'
import { ConnectionLost } from '../failures/connection-lost.ts'
import { keyFor, releaseKey } from './idempotency-keys.ts'
import { showRetryNotice } from './retry-notice.ts'

/** Pauses before retries after a broken connection, in milliseconds. */
const lostPauses = [500, 1_500, 3_000]
/** Pause and number of attempts while the server is still processing the first one. */
const inProgress = { pause: 1_000, attempts: 30 }

/** Details of a write; `isCurrent` tells whether the user who sent it is still signed in. */
interface Write {
  route: Route
  content: string
  isCurrent: () => boolean
  signal?: AbortSignal | undefined
}

/**
 * Sends a write, and retries it if the connection broke or the first attempt is still in progress: with the same
 * Idempotency-Key, so that it is executed once (decision 078). `attempt` receives the headers to add.
 */
export async function sendWrite<T>(
  { route, content, isCurrent, signal }: Write,
  attempt: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const named = `${route.method} ${route.path} ${content}`
  const key = takesIdempotencyKey(route) ? keyFor(named) : null
  const headers: Record<string, string> = key ? { 'Idempotency-Key': `"${key.value}"` } : {}
  let hideNotice: (() => void) | null = null
  try {
    for (let lost = 0, waited = 0; ; ) {
      try {
        const answer = await attempt(headers)
        if (key) releaseKey(named, key)
        return answer
      } catch (error) {
        if (key && isOutcomeUnknown(error)) key.isUncertain = true
        else if (key && (!key.isUncertain || isKeyReused(error))) releaseKey(named, key)
        const pause = isInProgress(error)
          ? pauseInProgress(waited++)
          : isRepeatable(route)
            ? pauseAfter(error, lost++)
            : null
        // Fails at once when offline: a delayed request would be sent when the user no longer expects it (P-85).
        if (pause === null || !navigator.onLine || !isCurrent() || signal?.aborted) throw error
        hideNotice ??= showRetryNotice()
        await new Promise((resolve) => setTimeout(resolve, pause))
        if (!isCurrent() || signal?.aborted) throw error
      }
    }
  } finally {
    hideNotice?.()
  }
}

const pauseInProgress = (waited: number) => (waited < inProgress.attempts ? inProgress.pause : null)
const pauseAfter = (error: unknown, lost: number) =>
  error instanceof ConnectionLost ? (lostPauses[lost] ?? null) : null

const isInProgress = (error: unknown) => error instanceof Failure && error.code === 'idempotency.in_progress'
const isKeyReused = (error: unknown) => error instanceof Failure && error.code === 'idempotency.key_reused'

/** No response, or one that does not say whether the request was executed. */
function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof Failure) || error.status >= 500 || isInProgress(error)
}
