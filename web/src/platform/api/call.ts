import type { ExportFormat, InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { queryText, requestOf } from '@coverdesk/domain/platform/route-request.ts'
import { ConnectionLost, overNetwork } from '../failures/connection-lost.ts'
import { type FailedResponse, failureMessage, failureOf, loadSpanish, markShown } from '../failures/failure-message.ts'
import { currentToken, endSession } from '../session/session.ts'
import { sendWrite } from './send-write.ts'
import { sendRead } from './with-retries.ts'

/**
 * Calls a route of the contract. Path parameters go into the path, the rest into the query of a GET or DELETE, or else
 * into a JSON body. Throws the server's Failure, or ConnectionLost without a response, after retries where they help. The
 * response is trusted: the server strips it to the route's output.
 */
export async function call<R extends Route>(route: R, input: InputOf<R>, signal?: AbortSignal): Promise<OutputOf<R>> {
  return await callAs(currentToken(), route, input, signal)
}

/** Calls a route with a token other than the one of this tab's session. */
export async function callAs<R extends Route>(
  token: string | null,
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
): Promise<OutputOf<R>> {
  const { method, path, query, body } = requestOf(route, input)
  const init: Init = {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    signal: signal ?? null,
  }
  const url = path + queryText(query)
  const sender = { isCurrent: () => token === currentToken(), signal }
  if (route.method === 'GET') return await sendRead(sender, () => sendForJson(url, init, token))
  const write = { route, content: JSON.stringify([url, init.body]), ...sender }
  return await sendWrite(write, (headers) =>
    sendForJson(url, { ...init, headers: { ...init.headers, ...headers } }, token),
  )
}

/** Exports all rows that match the filters in `format` and downloads the file under the server's file name. */
export async function download<R extends Route>(route: R, input: InputOf<R>, format: ExportFormat): Promise<void> {
  // Loaded lazily: sign-in would otherwise load the whole contract library.
  const { mediaTypes } = await import('@coverdesk/domain/platform/route.ts')
  const { path, query } = requestOf(route, input)
  const init = { method: 'GET', headers: { Accept: mediaTypes[format] } }
  await sendForFile(path + queryText(query), init, `export.${format}`)
}

/** Calls a route that returns a file and downloads it under the server's file name. */
export async function downloadFile<R extends Route>(route: R, input: InputOf<R>): Promise<void> {
  const { path, query } = requestOf(route, input)
  await sendForFile(path + queryText(query), { method: 'GET', headers: {} }, 'file')
}

type Init = RequestInit & { headers: Record<string, string> }

/** Sends a request and reads its answer as JSON. Throws as `call` does. */
export async function sendForJson(address: string, init: Init, token: string | null) {
  const { status, content } = await send(address, init, token, (answer) => answer.text())
  // No content is null in the contract.
  return jsonOf(status === 204 ? 'null' : content, { entries: init.body !== null && init.body !== undefined })
}

/** Parses an answer. What is no JSON, such as the login page of a hotel's network, is not from the server: it was not reached. */
export function jsonOf(content: string, { entries }: { entries: boolean }) {
  try {
    return JSON.parse(content)
  } catch (cause) {
    throw new ConnectionLost({ entries, cause })
  }
}

async function sendForFile(address: string, init: Init, otherwise: string): Promise<void> {
  const token = currentToken()
  const { content, headers } = await sendRead({ isCurrent: () => token === currentToken() }, () =>
    send(address, init, token, (answer) => answer.blob()),
  )
  saveFile(content, fileNameOf(headers.get('Content-Disposition')) ?? otherwise)
}

async function send<T>(
  address: string,
  init: Init,
  token: string | null,
  read: (answer: Response) => Promise<T>,
): Promise<{ status: number; headers: Headers; content: T }> {
  const headers = token ? { ...init.headers, Authorization: `Bearer ${token}` } : init.headers
  const entries = init.body !== null && init.body !== undefined
  const { answer, content, refused } = await overNetwork(
    async () => {
      const answer = await fetch(address, { ...init, headers, cache: 'no-store' })
      return answer.ok
        ? { answer, content: await read(answer), refused: null }
        : { answer, content: null, refused: await answer.text() }
    },
    { entries },
  )
  if (refused === null) return { status: answer.status, headers: answer.headers, content }
  const body = parsed(refused, answer.headers.get('Content-Type'))
  const retryAfter = answer.headers.get('Retry-After')
  await loadSpanish()
  throw refusal({ status: answer.status, statusText: answer.statusText, retryAfter, body }, token)
}

/**
 * A 401 ends the session that sent the request, but never a newer one. The user was already informed, by this response
 * or before.
 */
export function refusal(answer: FailedResponse, token: string | null): Error {
  const failure = failureOf(answer)
  if (answer.status !== 401 || token === null) return failure
  // Only an end that the user did not cause here comes with facts, and with a sentence of its own.
  const sentence = failure.code === 'session.ended' && failure.details ? failureMessage(failure) : null
  if (token === currentToken()) endSession('expired', sentence)
  return currentToken() === null ? markShown(failure) : failure
}

/** Parses JSON, or returns plain text. An HTML page (a proxy's error page) has no message for the user. */
export function parsed(text: string, contentType: string | null): unknown {
  if (contentType?.includes('html')) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** File name of a Content-Disposition, the encoded one first (RFC 6266). */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? null
}

/** Downloads a file under that name. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the file after the click returned; a minute is plenty.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
