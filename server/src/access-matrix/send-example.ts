import { randomInt } from 'node:crypto'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { requestOf } from '@coverdesk/domain/platform/route-request.ts'
import type { Example } from '../route-examples/example.ts'
import type { TestApp } from '../testing/test-app.ts'
import { makeTestForm } from '../testing/test-form.ts'

/** Response to a request, with the request id under which it is audited. */
export interface Answer {
  status: number
  requestId: string
  body: string
  /** Whether this is the stored response of an earlier request with the same Idempotency-Key. */
  replayed: boolean
}

/**
 * Sends a request of the matrix from a unique address, without parsing the response. `json` serializes bodies that
 * JSON.stringify cannot express.
 */
export async function sendExample(
  agency: TestApp,
  route: Route,
  sent: {
    token: string | null
    input: unknown
    json?: (members: object) => string
    headers?: Record<string, string>
  } & Pick<Example, 'file' | 'signs'>,
): Promise<Answer> {
  const { method, path, query, body: members } = requestOf(route, sent.input)
  const file = sent.file ? await sent.file() : null
  const form = typeof route.body === 'object' ? await makeTestForm(route.body, members ?? {}, file) : null
  if (file && !form) query.fileName = file.name
  const signed = route.signed && signedBody(route.signed, members ?? {})
  const answer = await agency.app.inject({
    method,
    url: path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    headers: {
      ...(sent.json && members && !form && !signed ? { 'content-type': 'application/json' } : {}),
      ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
      ...(file ? { 'content-type': file.type } : {}),
      ...form?.headers,
      ...sent.headers,
      ...(signed ? { 'content-type': signed.type, ...sent.signs?.(agency, { path, body: signed.body }) } : {}),
    },
    ...(members ? { payload: form?.payload ?? signed?.body ?? sent.json?.(members) ?? members } : {}),
    ...(file && !form ? { payload: file.bytes } : {}),
  })
  return {
    status: answer.statusCode,
    requestId: String(answer.headers['x-request-id']),
    body: answer.body,
    replayed: answer.headers['idempotency-replayed'] === 'true',
  }
}

function signedBody(encoding: 'form' | 'json', members: Record<string, unknown>): { type: string; body: string } {
  if (encoding === 'json') return { type: 'application/json', body: JSON.stringify(members) }
  const parameters = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)])
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(parameters).toString() }
}
