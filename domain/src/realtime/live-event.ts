import type { z } from 'zod'

/** Event type, in the words of the socket protocol (decision 021). */
export type Happening = 'created' | 'updated' | 'patched' | 'removed'

/**
 * Event that the server sends to browsers, declared for both sides. It goes only to the sockets of one user; `allow` is
 * the claim expression that the user must satisfy when it is sent, or `signed-in`. `record` is its schema, and other
 * members are removed.
 */
export interface LiveEvent<Body extends z.ZodType = z.ZodType> {
  readonly service: string
  readonly happening: Happening
  readonly allow: string
  readonly summary: string
  readonly record: Body
}

export type RecordOf<E extends LiveEvent> = z.output<E['record']>

/** Declares an event and keeps the exact type of its schema. */
export function liveEvent<B extends z.ZodType>(declared: LiveEvent<B>): LiveEvent<B> {
  return declared
}

/** Event name on the socket, such as `notifications created`. */
export function wireName({ service, happening }: Pick<LiveEvent, 'service' | 'happening'>): string {
  return `${service} ${happening}`
}
