import type { Route } from './route.ts'

/** Whether a write's answer is stored under its `Idempotency-Key` and replayed. */
export function takesIdempotencyKey({ method, repeat }: Route): boolean {
  return method !== 'GET' && repeat === undefined
}

/** Whether a client may automatically resend a write that got no answer. */
export function isRepeatable({ method, repeat }: Route): boolean {
  return method !== 'GET' && (repeat === undefined || 'harmless' in repeat)
}
