import { Failure } from '@coverdesk/domain/failure.ts'
import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { queryText, requestOf } from '@coverdesk/domain/platform/route-request.ts'
import { currentToken } from '../session/session.ts'
import { jsonOf, parsed, refusal, sendForJson } from './call.ts'
import { sendWrite } from './send-write.ts'

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
