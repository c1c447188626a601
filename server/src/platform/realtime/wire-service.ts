import type { ParsedInputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Db } from '../db/database.ts'
import type { SignedInCall } from '../http/http-call.ts'
import type { Method } from './socket-wire.ts'

/** A call of the wire protocol that does what an ordinary call does, with its right, its schemas and its trace in the record. */
export interface WireMethod {
  route: Route
  /** Makes the route's input of the arguments of the protocol; the route's schema has the last word. */
  inputOf: (args: readonly unknown[]) => unknown
  answer: (call: Pick<SignedInCall, 'db' | 'user'>, input: unknown) => Promise<unknown>
}

/** A service of the socket beside `authentication`. */
export interface WireService {
  name: string
  methods: { readonly [M in Method]?: (args: readonly unknown[]) => WireMethod }
  /** Makes what was kept of events what the person may read of them now. */
  asRead: (db: Db, person: SignedIn, kept: readonly unknown[]) => Promise<unknown[]>
}

/** One method; only here so that a route, its input and its handler are of one type. */
export function wireMethod<R extends Route>(
  route: R,
  inputOf: (args: readonly unknown[]) => unknown,
  answer: (call: Pick<SignedInCall, 'db' | 'user'>, input: ParsedInputOf<R>) => Promise<unknown>,
): WireMethod {
  // What it takes was made by the route's own schema, which the plain type does not show.
  return { route, inputOf, answer: answer as WireMethod['answer'] }
}
