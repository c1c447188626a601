import { onSessionEnd } from '../session/session.ts'
import { newId } from './new-id.ts'

/** The key of a request, for each time that it is sent. */
export interface RequestKey {
  readonly value: string
  readonly since: number
  /** An attempt got no answer, so that nobody knows whether the request was carried out. */
  isUncertain: boolean
}

/** Older ones are for a request that the user has since given up; the server keeps its answers for longer. */
const maxAgeMs = 60 * 60_000
const maxKeys = 200

const keys = new Map<string, RequestKey>()
onSessionEnd(() => keys.clear())

/**
 * The key of a request with this content: the one of an earlier attempt whose outcome is not known, so that pressing again
 * after a failure makes no second record, or else a new one.
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

/** Forgets a key whose request has its outcome: the same content sent again is another request. */
export function releaseKey(content: string, key: RequestKey): void {
  if (keys.get(content) === key) keys.delete(content)
}
