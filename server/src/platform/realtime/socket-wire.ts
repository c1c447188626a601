import type { Failure, FailureCode } from '@coverdesk/domain/failures.ts'

/**
 * The wire protocol of Feathers over socket.io: every call is `emit(method, service, ...arguments, answer)`, and
 * the answer is called with `(error, result)`. These are the names that its stock client knows.
 */
export const methods = ['find', 'get', 'create', 'update', 'patch', 'remove'] as const
export type Method = (typeof methods)[number]

/** At which argument the query stands; nothing may stand behind it. */
const queryAt: Record<Method, number> = { find: 0, get: 1, create: 1, remove: 1, update: 2, patch: 2 }

/** A call as it came in. */
export interface WireCall {
  method: Method
  service: string
  args: readonly unknown[]
}

export type Answer = (error: WireError | null, result?: unknown) => void

/** An error as the stock client rebuilds it; `data.code` is ours, as the HTTP answers carry it. */
export interface WireError {
  name: string
  message: string
  code: number
  className: string
  data: { code: FailureCode }
}

const errorNames: Record<number, [name: string, className: string]> = {
  400: ['BadRequest', 'bad-request'],
  401: ['NotAuthenticated', 'not-authenticated'],
  403: ['Forbidden', 'forbidden'],
  404: ['NotFound', 'not-found'],
  405: ['MethodNotAllowed', 'method-not-allowed'],
  409: ['Conflict', 'conflict'],
  429: ['TooManyRequests', 'too-many-requests'],
  503: ['Unavailable', 'unavailable'],
}

/** A failure in the words of the protocol; one without a name of its own tells nothing but that it happened. */
export function wireError(failure: Failure): WireError {
  const [name, className] = errorNames[failure.status] ?? ['GeneralError', 'general-error']
  return { name, className, code: failure.status, message: failure.message, data: { code: failure.code } }
}

/**
 * Reads a packet as a call, or as the reason why it is none; null when nobody waits for an answer. `authenticate` is how
 * clients of version 3 say `create authentication`.
 */
export function callIn(packet: readonly unknown[]): { call: WireCall | FailureCode; answer: Answer } | null {
  const answer = packet.at(-1)
  if (!isAnswer(answer)) return null
  const [event, ...rest] = packet.slice(0, -1)
  if (event === 'authenticate') return { call: { method: 'create', service: 'authentication', args: rest }, answer }
  const method = methods.find((known) => known === event)
  if (!method) return { call: 'request.method_not_allowed', answer }
  const [service, ...args] = rest
  if (typeof service !== 'string' || args.length > queryAt[method] + 1) return { call: 'request.malformed', answer }
  return { call: { method, service: service.replace(/^\/+|\/+$/g, ''), args }, answer }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'function'
}
