import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { queryText, requestOf } from '@coverdesk/domain/platform/route-request.ts'
import type { Outcome } from './operation.ts'

/** Who calls: their session and the address that the proxy forwards for them. */
export interface Caller {
  token: string | null
  address: string
}

export interface Answer {
  outcome: Outcome
  /** 0 without an answer. */
  status: number
  /** Code of a failure. */
  code: string | null
  body: unknown
}

export interface SendOptions {
  key?: string
  /** Body of an upload. */
  file?: string
  /** Attachment of a form. */
  attachment?: { name: string; text: string }
}

const timeoutMs = 20_000

/** Sends one call and says what the answer proves: 2xx done, 4xx refused, all else nothing. */
export async function sendRequest<R extends Route>(
  url: string,
  caller: Caller,
  route: R,
  input: InputOf<R>,
  options: SendOptions = {},
): Promise<Answer> {
  const { method, path, query, body } = requestOf(route, input)
  const sent = bodyOf(body, options)
  try {
    const answer = await fetch(url + path + queryText(query), {
      method,
      headers: {
        accept: 'application/json',
        'x-forwarded-for': caller.address,
        ...(caller.token === null ? {} : { authorization: `Bearer ${caller.token}` }),
        ...(options.key ? { 'idempotency-key': options.key } : {}),
        ...(typeof sent === 'string'
          ? { 'content-type': options.file === undefined ? 'application/json' : 'text/csv' }
          : {}),
      },
      ...(sent === null ? {} : { body: sent }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null
    return { outcome: outcomeOf(answer.status), status: answer.status, code: codeOf(parsed), body: parsed }
  } catch {
    return { outcome: 'unknown', status: 0, code: null, body: null }
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}

function codeOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : null
}

function bodyOf(body: Record<string, unknown> | null, { file, attachment }: SendOptions): string | FormData | null {
  if (file !== undefined) return file
  if (body === null) return null
  if (attachment === undefined) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.set(name, String(value))
  form.set('doc', new Blob([attachment.text], { type: 'text/plain' }), attachment.name)
  return form
}
