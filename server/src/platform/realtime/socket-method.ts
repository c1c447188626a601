import type { ParsedInputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Db } from '../db/database.ts'
import type { SignedInCall } from '../http/http-call.ts'
import type { Method } from './socket-wire.ts'

/** Socket method that runs an HTTP route, with its right, schemas and audit event. */
export interface SocketMethod {
  route: Route
  /** Converts the arguments to the route's input, which the route's schema then validates. */
  inputOf: (args: readonly unknown[]) => unknown
  answer: (call: Pick<SignedInCall, 'db' | 'user'>, input: unknown) => Promise<unknown>
}

/** Socket service in addition to `authentication`. */
export interface SocketService {
  name: string
  methods: { readonly [M in Method]?: (args: readonly unknown[]) => SocketMethod }
  /** Converts stored event payloads to what the user may read now, each in its place; null for one that is not sent. */
  asRead: (db: Db, user: SignedIn, payloads: readonly unknown[]) => Promise<unknown[]>
}

/** Defines a method with matching types of route, input and handler. */
export function socketMethod<R extends Route>(
  route: R,
  inputOf: (args: readonly unknown[]) => unknown,
  answer: (call: Pick<SignedInCall, 'db' | 'user'>, input: ParsedInputOf<R>) => Promise<unknown>,
): SocketMethod {
  // The input was parsed by the route's own schema; the generic type is erased.
  return { route, inputOf, answer: answer as SocketMethod['answer'] }
}
