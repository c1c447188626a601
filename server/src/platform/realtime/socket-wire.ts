import type { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'

/**
 * Feathers protocol over socket.io: a call is `emit(method, service, ...arguments, callback)`, and the callback gets
 * `(error, result)`.
 */
export const methods = ['find', 'get', 'create', 'update', 'patch', 'remove'] as const
export type Method = (typeof methods)[number]

/** Index of the query, which must be the last argument. */
const queryAt: Record<Method, number> = { find: 0, get: 1, create: 1, remove: 1, update: 2, patch: 2 }

/** Incoming call. */
export interface WireCall {
  method: Method
  service: string
  args: readonly unknown[]
}

export type Answer = (error: WireError | null, result?: unknown) => void

/** Error in the format of the Feathers client; `data` has our failure code and its details. */
export interface WireError {
  name: string
  message: string
  code: number
  className: string
  data: { code: FailureCode; details?: unknown }
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

/** Converts a failure to a Feathers error; unknown statuses become a GeneralError. */
export function wireError(failure: Failure): WireError {
  const [name, className] = errorNames[failure.status] ?? ['GeneralError', 'general-error']
  return {
    name,
    className,
    code: failure.status,
    message: failure.message,
    data: { code: failure.code, details: failure.details },
  }
}

/**
 * Parses a packet as a call, or as the failure code of an invalid one; null without a callback. `authenticate` is version
 * 3's name for `create authentication`.
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
