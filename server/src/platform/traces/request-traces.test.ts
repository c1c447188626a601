import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { blankLead } from '../../leads/blank-lead.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { openPool } from '../db/database.ts'
import { requestTraces } from './request-traces.ts'

const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.infer<typeof Spans>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A collector that keeps what it receives. */
async function startCollector() {
  const bodies: string[] = []
  const collector = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    request.on('end', () => {
      bodies.push(text)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listening) => void collector.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void collector.close())
  const { port } = collector.address() as AddressInfo
  const spans = (): Span[] =>
    bodies.flatMap((body) =>
      Spans.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
    )
  return { endpoint: `http://127.0.0.1:${port}`, bodies, spans }
}

test('P-66 a request is traced under its caller, with its queries, its request id and no values', async () => {
  const collector = await startCollector()
  const traces = requestTraces({ endpoint: collector.endpoint, ratio: 1, server: 'test' })
  const agency = await startTestApp()
  const db = openPool(agency.services.databaseUrl, { onQuery: traces.noteQuery })
  const app = await buildApp({ ...agency.services, db }, { traces })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
    await agency.close()
  })
  const person = await agency.person({ roles: ['administrator', 'agent'], fullAccess: true, claims: [...allClaims] })
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const answer = await app.inject({
    method: 'POST',
    url: leads.create.path,
    // Not sampled by the caller, which does not decide.
    headers: { authorization: `Bearer ${person.token}`, traceparent: `00-${traceId}-${spanId}-00` },
    payload: { ...blankLead, firstName: 'Quillon', lastName: 'Ravenscroft' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  // A statement of a file has its values in its text.
  const headers = { authorization: `Bearer ${person.token}`, accept: 'text/csv' }
  const file = await app.inject({ url: '/api/Lead?name=Ravenscroft', headers })
  expect(file.body).toContain('Ravenscroft')
  await traces.stop()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/Lead') ?? expect.unreachable()
  expect(request).toMatchObject({ traceId, parentSpanId: spanId })
  expect(request.attributes).toContainEqual({
    key: 'coverdesk.request_id',
    value: { stringValue: answer.headers['x-request-id'] },
  })
  expect(answer.headers['server-timing']).toBe(`traceparent;desc="00-${traceId}-${request.spanId}-01"`)
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(JSON.stringify(queries)).toContain('insert into')
  const exported = spans.find(({ name }) => name === 'GET /api/Lead') ?? expect.unreachable()
  const ofFile = spans.filter(
    ({ parentSpanId, attributes }) => parentSpanId === exported.spanId && /from leads/.test(JSON.stringify(attributes)),
  )
  expect(ofFile).toHaveLength(2)
  expect(collector.bodies.join('')).not.toMatch(/Quillon|Ravenscroft/)
})

test('a collector that is down changes no answer and no stop', async () => {
  const traces = requestTraces({ endpoint: 'http://127.0.0.1:9', ratio: 1, server: 'test' })
  const agency = await startTestApp()
  const app = await buildApp(agency.services, { traces })
  onTestFinished(async () => {
    await app.close()
    await agency.close()
  })
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200)
  await traces.stop()
})
