import { Failure } from '@coverdesk/domain/failure.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { isRepeatable, takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'
import { ConnectionLost } from '../failures/connection-lost.ts'
import { keyFor, releaseKey } from './idempotency-keys.ts'
import { type Pause, pausesWhileBusy, type Sender, withRetries } from './with-retries.ts'

/** Pauses before retries after a broken connection, in milliseconds. */
const lostPauses = [500, 1_500, 3_000]
/** Pause and number of attempts while the server is still processing the first one. */
const inProgress = { pause: 1_000, attempts: 30 }

/** Details of a write. */
interface Write extends Sender {
  route: Route
  content: string
}

/**
 * Sends a write, and retries it if the connection broke, the server is busy or the first attempt is still in progress:
 * with the same Idempotency-Key, so that it is executed once (decision 078). `attempt` receives the headers to add.
 */
export async function sendWrite<T>(
  { route, content, ...sender }: Write,
  attempt: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const named = `${route.method} ${route.path} ${content}`
  const key = takesIdempotencyKey(route) ? keyFor(named) : null
  const headers: Record<string, string> = key ? { 'Idempotency-Key': `"${key.value}"` } : {}
  const pauseWhileBusy = pausesWhileBusy()
  let lost = 0
  let waited = 0
  const answer = await withRetries(
    sender,
    () => attempt(headers),
    (error) => {
      if (key && isOutcomeUnknown(error)) key.isUncertain = true
      else if (key && (!key.isUncertain || isKeyReused(error))) releaseKey(named, key)
      if (isInProgress(error)) return pauseInProgress(waited++)
      return isRepeatable(route) ? (pauseWhileBusy(error) ?? pauseAfterLoss(error, lost++)) : null
    },
  )
  if (key) releaseKey(named, key)
  return answer
}

function pauseInProgress(waited: number): Pause | null {
  return waited < inProgress.attempts ? { ms: inProgress.pause, reason: 'lost' } : null
}

function pauseAfterLoss(error: unknown, lost: number): Pause | null {
  const ms = error instanceof ConnectionLost ? lostPauses[lost] : undefined
  return ms === undefined ? null : { ms, reason: 'lost' }
}

const isInProgress = (error: unknown) => error instanceof Failure && error.code === 'idempotency.in_progress'
const isKeyReused = (error: unknown) => error instanceof Failure && error.code === 'idempotency.key_reused'

/** No response, or one that does not say whether the request was executed. */
function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof Failure) || error.status >= 500 || isInProgress(error)
}
