import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { queryText, requestOf } from '@coverdesk/domain/platform/route-request.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actor, refreshed } from '../route-examples/actor.ts'
import { exampleOf, nameOf } from '../route-examples/all-examples.ts'
import type { Actor } from '../route-examples/example.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const takesForm = allRoutes.filter(({ body }) => body === 'file' || typeof body === 'object')
let agency: TestApp
let me: Actor
let other: Actor
/** Additional input of these routes, and the user whose valid form would be accepted. */
const inputs = new Map<Route, { url: string; whole: Buffer }>()

beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  me = await actor(agency, { roles: ['administrator', 'agent'], claims: [...allClaims] })
  other = await actor(agency, { roles: ['agent'] })
  for (const route of takesForm) inputs.set(route, await formFor(route))
  me = await refreshed(agency, me)
})
afterAll(() => agency.close())

const boundary = 'x'
const type = `multipart/form-data; boundary=${boundary}`

/** Example of a route as a form with boundary x, and its URL with path and query parameters. */
async function formFor(route: Route): Promise<{ url: string; whole: Buffer }> {
  const { own, file } = exampleOf(route)
  const { path, query, body } = requestOf(route, await own({ agency, me, other }))
  const field = typeof route.body === 'object' ? route.body.form.file : 'file'
  const fields = Object.entries(body ?? {}).map(([name, value]) => part(`name="${name}"`, Buffer.from(String(value))))
  const sent = (await file?.()) ?? { bytes: Buffer.from('some text'), name: 'a.txt' }
  return {
    url: path + queryText(query),
    whole: Buffer.concat([
      ...fields,
      part(`name="${field}"; filename="${sent.name}"`, sent.bytes),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  }
}

const part = (disposition: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

const send = async (route: Route, payload: Buffer | string, contentType = type) => {
  const answer = await agency.app.inject({
    method: route.method,
    url: inputs.get(route)?.url ?? '',
    payload,
    headers: { authorization: `Bearer ${me.token}`, 'content-type': contentType },
  })
  return { status: answer.statusCode, what: `${nameOf(route)} ${answer.statusCode} ${answer.body}` }
}

test('P-51 a form truncated at any position is rejected with 400 by every route with a form', async () => {
  for (const route of takesForm) {
    const complete = inputs.get(route)?.whole ?? Buffer.alloc(0)
    const step = Math.max(1, Math.floor(complete.length / 12))
    // The last six bytes end the form; it is complete without the trailing line break.
    for (let length = 0; length < complete.length - 6; length += step) {
      const { status, what } = await send(route, complete.subarray(0, length))
      expect(status, `${what} after ${length} of ${complete.length} bytes`).toBe(400)
    }
  }
})

test('P-51 no malformed multipart body ends the process or returns 5xx on any route', async () => {
  const pid = process.pid
  const line = fc.oneof(
    fc.constantFrom(
      '--x',
      '--x--',
      '\r\n',
      '\n',
      '\0',
      'Content-Disposition: form-data; name=""',
      'Content-Disposition: form-data',
      'Content-Disposition: form-data; name="file"; filename=""',
      'Content-Disposition: form-data; name="file"; filename="../../a.csv"',
      'Content-Disposition: form-data; name="doc"; filename="a.txt"',
      'Content-Disposition: form-data; name="__proto__"',
      'Content-Type: text/csv',
      'Content-Transfer-Encoding: base64',
      ': :',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const types = fc.constantFrom(
    type,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="x',
    'Multipart/Form-Data; Boundary=x',
    'multipart/mixed; boundary=x',
  )
  const lines = fc.array(line, { maxLength: 12 }).map((parts) => Buffer.from(parts.join('\r\n').toWellFormed()))
  const sent = fc.constantFrom(...takesForm).chain((route) => {
    const { whole: complete } = inputs.get(route) ?? { whole: Buffer.alloc(0) }
    const cut = fc.nat(complete.length - 7).map((length) => complete.subarray(0, length))
    // A truncated file costs a full import; the test above covers those.
    return fc.tuple(
      fc.constant(route),
      fc.oneof({ weight: 19, arbitrary: lines }, { weight: 1, arbitrary: cut }),
      types,
    )
  })
  await fc.assert(
    fc.asyncProperty(sent, async ([route, body, contentType]) => {
      const { status, what } = await send(route, body, contentType)
      expect(status, what).toBeGreaterThanOrEqual(400)
      expect(status, what).toBeLessThan(500)
    }),
    // `npm run endure` runs the number of cases that the promise names.
    { numRuns: process.env.ENDURE === '1' ? 10_000 : 1_000 },
  )
  expect(process.pid).toBe(pid)
  // A thousand forms here, and ten thousand in `npm run endure`.
}, 1_200_000)
