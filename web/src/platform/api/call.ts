import { Failure } from '@coverdesk/domain/failure.ts'
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

/** Upload progress in bytes. */
export interface SendProgress {
  sent: number
  total: number
}

/**
 * Uploads a file as the raw body of a route, or as the field `file` of a form, with everything else in the query, and
 * reports progress. Uses XHR because fetch reports no upload progress. Throws as `call` does, and an AbortError when
 * `signal` aborts it.
 */
export function sendFile<R extends Route>(
  route: R,
  input: InputOf<R>,
  file: File,
  options: { onProgress?: (progress: SendProgress) => void; signal?: AbortSignal; asForm?: boolean } = {},
): Promise<OutputOf<R>> {
  const { path, query } = requestOf(route, input)
  const token = currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(route.method, path + queryText(query))
    // The server tells files apart by their names; browsers call a workbook by different types.
    const type = /\.csv$/i.test(file.name) ? 'text/csv' : 'application/octet-stream'
    if (!options.asForm) request.setRequestHeader('Content-Type', type)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => options.onProgress?.({ sent: loaded, total })
    request.onload = () => {
      const body = parsed(request.responseText, request.getResponseHeader('Content-Type'))
      // Thrown in this callback, an error would leave the upload waiting forever.
      if (request.status >= 200 && request.status < 300) {
        try {
          return resolve(jsonOf(request.responseText, { entries: true }))
        } catch (error) {
          return reject(error)
        }
      }
      const retryAfter = request.getResponseHeader('Retry-After')
      reject(refusal({ status: request.status, statusText: request.statusText, retryAfter, body }, token))
    }
    const lost = new TypeError('The connection was lost during the upload')
    request.onerror = () => void causeOf(lost, file).then(reject)
    request.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(options.asForm ? formWith(file) : file)
  })
}

/** Calls a route with a form body: the input as text fields, and an optional file. Throws as `call` does. */
export async function sendForm<R extends Route>(route: R, input: InputOf<R>, file: File | null): Promise<OutputOf<R>> {
  const { method, path, body: fields } = requestOf(route, input)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) body.set(name, String(value))
  if (file && typeof route.body === 'object') body.set(route.body.form.file, file)
  const token = currentToken()
  const write = {
    route,
    isCurrent: () => token === currentToken(),
    content: JSON.stringify([path, fields, file && [file.name, file.type, file.size, file.lastModified]]),
  }
  return await sendWrite(write, (headers) =>
    sendForJson(path, { method, headers, body }, token).catch(async (error: unknown) => {
      throw await causeOf(error, file)
    }),
  )
}

/** Calls a route that returns a file and downloads it under the server's file name. */
export async function downloadFile<R extends Route>(route: R, input: InputOf<R>): Promise<void> {
  const { path, query } = requestOf(route, input)
  await sendForFile(path + queryText(query), { method: 'GET', headers: {} }, 'file')
}

/**
 * The error of a broken request, or that its file was saved again after it was chosen: browsers then refuse to read it, which
 * looks like a lost connection.
 */
async function causeOf(error: unknown, file: File | null): Promise<unknown> {
  if (error instanceof Failure || file === null) return error
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => error,
      () => new Error('The file was changed after you chose it. Choose it again.'),
    )
}

function formWith(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

type Init = RequestInit & { headers: Record<string, string> }

async function sendForJson(address: string, init: Init, token: string | null) {
  const { status, content } = await send(address, init, token, (answer) => answer.text())
  // No content is null in the contract.
  return jsonOf(status === 204 ? 'null' : content, { entries: init.body !== null && init.body !== undefined })
}

/** Parses an answer. What is no JSON, such as the login page of a hotel's network, is not from the server: it was not reached. */
function jsonOf(content: string, { entries }: { entries: boolean }) {
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
function refusal(answer: FailedResponse, token: string | null): Error {
  const failure = failureOf(answer)
  if (answer.status !== 401 || token === null) return failure
  // Only an end that the user did not cause here comes with facts, and with a sentence of its own.
  const sentence = failure.code === 'session.ended' && failure.details ? failureMessage(failure) : null
  if (token === currentToken()) endSession('expired', sentence)
  return currentToken() === null ? markShown(failure) : failure
}

/** Parses JSON, or returns plain text. An HTML page (a proxy's error page) has no message for the user. */
function parsed(text: string, contentType: string | null): unknown {
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
