import { onSessionEnd } from '../session/session.ts'
import { newId } from './new-id.ts'

/** Key of a request, shared by all of its attempts. */
export interface RequestKey {
  readonly value: string
  readonly since: number
  /** An attempt got no response, so the outcome of the request is unknown. */
  isUncertain: boolean
}

/** Older keys belong to requests that the user has given up on; the server stores its responses for longer. */
const maxAgeMs = 60 * 60_000
const maxKeys = 200

const keys = new Map<string, RequestKey>()
onSessionEnd(() => keys.clear())

/**
 * Key of a request with this content. Reuses the key of an earlier attempt with unknown outcome, so that pressing the
 * button again after a failure creates no second record.
 */
export function keyFor(content: string): RequestKey {
  const known = keys.get(content)
  if (known && Date.now() - known.since < maxAgeMs) return known
  const key = { value: newId(), since: Date.now(), isUncertain: false }
  keys.delete(content)
  keys.set(content, key)
  const [oldest] = keys.keys()
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
  return key
}

/** Drops the key of a completed request: the same content sent again is a new request. */
export function releaseKey(content: string, key: RequestKey): void {
  if (keys.get(content) === key) keys.delete(content)
}
