import { once } from 'node:events'
import { request } from 'node:http'
import type { ServerUnderTest } from '../run/server-under-test.ts'

/** Sends JSON to a route, or a file as its raw body, and returns the answer; throws unless it is 200. No limit of time: loads are long. */
export async function callServer(
  { url }: ServerUnderTest,
  token: string,
  call: { method?: 'GET' | 'POST' | 'PUT'; path: string; json?: unknown; csv?: string },
): Promise<unknown> {
  const body = call.csv ?? (call.json === undefined ? undefined : JSON.stringify(call.json))
  const type = call.csv === undefined ? 'application/json' : 'text/csv'
  const sent = request(url + call.path, {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  if (answer.statusCode !== 200) throw new Error(`${call.path} answered ${answer.statusCode}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}
