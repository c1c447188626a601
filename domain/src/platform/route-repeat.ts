import type { Route } from './route.ts'

/** True of a write whose answer is stored under its `Idempotency-Key` and replayed. */
export function takesIdempotencyKey({ method, repeat }: Route): boolean {
  return method !== 'GET' && repeat === undefined
}

/** True of a write that a client may send again by itself when it got no answer. */
export function isRepeatable({ method, repeat }: Route): boolean {
  return method !== 'GET' && (repeat === undefined || 'harmless' in repeat)
}
