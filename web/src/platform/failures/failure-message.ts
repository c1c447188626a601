import { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'
import { mayBeSpanish, sharedLanguage } from '../page/reader-language.ts'
import { ConnectionLost } from './connection-lost.ts'

/** Failed response; `body` is parsed JSON, plain text, or null, `retryAfter` the header of that name. */
export interface FailedResponse {
  status: number
  statusText: string
  retryAfter?: string | null
  body: unknown
}

/**
 * Message of a failed response: `message`, `Message`, `errors` if text or list, the first error of the Password
 * field, the plain text, else 'Error: {status} - {statusText}' (MSG-01 to MSG-03, MSG-05).
 */
export function responseMessage({ status, statusText, body }: FailedResponse): string {
  const plain = `Error: ${status} - ${statusText}`
  if (typeof body === 'string') return body.trim() || plain
  const password = member(member(body, 'errors'), 'Password') ?? member(body, 'Password')
  return (
    textOf(member(body, 'message')) ??
    textOf(member(body, 'Message')) ??
    listText(member(body, 'errors')) ??
    textOf(Array.isArray(password) ? password[0] : password) ??
    plain
  )
}

/** The Failure that the server threw. A response that is not ours (a proxy's) gets the code of its status. */
export function failureOf(answer: FailedResponse): Failure {
  const code = member(answer.body, 'code')
  return new Failure(isFailureCode(code) ? code : codeOfStatus(answer.status), {
    status: answer.status,
    message: responseMessage(answer),
    details: member(answer.body, 'details'),
    retryAfterSeconds: secondsOf(answer.retryAfter),
  })
}

/** Seconds of a Retry-After. Its other form, a date, is not used by the server, nor by common proxies. */
function secondsOf(retryAfter: string | null | undefined): number | undefined {
  return retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}

const shownErrors = new WeakSet<Error>()

/** Marks a failure as already shown to the user, for example as the end of the session. */
export function markShown<Known extends Error>(failure: Known): Known {
  shownErrors.add(failure)
  return failure
}

/** Whether the failure was already shown, so that it is not shown twice. */
export function wasShown(error: unknown): boolean {
  return error instanceof Error && shownErrors.has(error)
}

type InSpanish = (failure: Failure) => string | null
let inSpanish: InSpanish | null = null

/**
 * Loads the Spanish sentences where the reader may need them. Called with each failure before it is thrown: pages in English, and
 * those without failures, do not load them.
 */
export async function loadSpanish(): Promise<void> {
  if (inSpanish || !mayBeSpanish()) return
  // Without a connection the general sentences are said.
  inSpanish = await import('./failure-in-spanish.ts').then(
    (loaded) => loaded.failureInSpanish,
    () => null,
  )
}

/** Message for any thrown value in the language of the page; a lost connection has its own (MSG-04). */
export function failureMessage(error: unknown): string {
  if (sharedLanguage() === 'es') return spanishMessage(error)
  if (error instanceof Error) return error.message
  return typeof error === 'string' ? error : 'Something went wrong'
}

/** Says whether to correct the data or to wait where there is no sentence for exactly this. */
function spanishMessage(error: unknown): string {
  if (error instanceof ConnectionLost)
    return error.hasEntries
      ? 'No hay conexión con Coverdesk. Sus datos siguen aquí. Revise la conexión e inténtelo otra vez.'
      : 'No hay conexión con Coverdesk. Revise la conexión e inténtelo otra vez.'
  const own = error instanceof Failure ? inSpanish?.(error) : null
  return (
    own ??
    (error instanceof Failure && error.status < 500
      ? 'No fue posible. Revise los datos e inténtelo otra vez.'
      : 'Algo salió mal. Inténtelo otra vez en unos minutos.')
  )
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function listText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textOf(value)
  const texts = value
    .map((entry) => textOf(entry) ?? textOf(member(entry, 'message')))
    .filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join(' ') : undefined
}

/** By its form: the table of all codes would be a tenth of each page, and an unknown code is compared with none. */
function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && /^[a-z_]+\.[a-z_]+$/.test(code)
}

const codes: Partial<Record<number, FailureCode>> = {
  401: 'session.required',
  403: 'right.missing',
  404: 'route.not_found',
  405: 'request.method_not_allowed',
  406: 'request.not_acceptable',
  409: 'record.changed',
  413: 'request.too_large',
  415: 'request.unsupported_media',
  429: 'request.too_many',
  503: 'server.busy',
  507: 'server.disk_low',
}

function codeOfStatus(status: number): FailureCode {
  return codes[status] ?? (status < 500 ? 'request.invalid' : 'server.error')
}
