import type { z } from 'zod'

/** What happened to a record, in the words of the wire protocol (decision 021). */
export type Happening = 'created' | 'updated' | 'patched' | 'removed'

/**
 * One event that the server tells a browser as data: the server sends it, the web listens to it, both by this object. It
 * goes to the sockets of one person and to nobody else; `allow` is the claim expression which that person must pass at
 * the moment of sending, or `signed-in`. `record` is what it carries; more is left out before it leaves.
 */
export interface LiveEvent<Body extends z.ZodType = z.ZodType> {
  readonly service: string
  readonly happening: Happening
  readonly allow: string
  readonly summary: string
  readonly record: Body
}

export type RecordOf<E extends LiveEvent> = z.output<E['record']>

/** Declares an event; only here so that its schema keeps its exact type. */
export function liveEvent<B extends z.ZodType>(declared: LiveEvent<B>): LiveEvent<B> {
  return declared
}

/** Its name on the wire, such as `notifications created`. */
export function wireName({ service, happening }: Pick<LiveEvent, 'service' | 'happening'>): string {
  return `${service} ${happening}`
}
