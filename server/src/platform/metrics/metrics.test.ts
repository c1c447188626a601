import { once } from 'node:events'
import { request } from 'node:http'
import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { blankLead } from '../../leads/blank-lead.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { serverMetrics } from './server-metrics.ts'

let agency: TestApp
let app: Awaited<ReturnType<typeof buildApp>>
const token = 'a-metrics-token-for-tests-0123456789-abcdef'
const metrics = serverMetrics()

beforeAll(async () => {
  agency = await startTestApp()
  app = await buildApp(agency.services, { metrics: { of: metrics, token } })
})
afterAll(async () => {
  await app.close()
  await agency.close()
})

const scrape = async (headers: Record<string, string> = {}) =>
  await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}`, ...headers } })

/** Samples by name with labels, such as `coverdesk_database_connections{state="idle"}`. */
async function samples(): Promise<Map<string, number>> {
  const lines = (await scrape()).body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

test('metrics are for callers with the token only, and do not exist without the setting', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`, token])
    expect((await scrape({ authorization })).statusCode, authorization).toBe(401)
  expect((await scrape()).statusCode).toBe(200)
  const without = await agency.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(without.statusCode).toBe(404)
})

test('metrics are OpenMetrics, and scraping twice changes no name', async () => {
  const first = await scrape()
  expect(first.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(first.body.trimEnd()).toMatch(/# EOF$/)
  const names = (text: string) => text.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(names((await scrape()).body)).toEqual(names(first.body))
})

test('requests are counted by route and status, and invented addresses make one series', async () => {
  const health = 'http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}'
  const refused = 'http_request_duration_seconds_count{method="GET",route="/api/Policies",status="401"}'
  const invented = 'http_request_duration_seconds_count{method="GET",route="none",status="404"}'
  const before = await samples()
  for (const url of ['/health/live', '/api/Policies?pageSize=1', '/api/Invented/1', '/api/Invented/2'])
    await app.inject({ url })
  const after = await samples()
  const added = [health, refused, invented].map((series) => (after.get(series) ?? 0) - (before.get(series) ?? 0))
  expect(added).toEqual([1, 1, 2])
  expect([...after.keys()].filter((series) => series.includes('Invented'))).toEqual([])
})

test('a request whose client closes the connection before the answer is counted with status 499', async () => {
  const aborted = 'http_request_duration_seconds_count{method="POST",route="/api/Lead",status="499"}'
  const before = await samples()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = z.object({ port: z.number() }).parse(app.server.address())
  const person = await agency.person({ roles: ['administrator', 'agent'], claims: [...allClaims], fullAccess: true })
  await agency.db.connection().execute(async (db) => {
    await sql`begin`.execute(db)
    await sql`lock table leads in access exclusive mode`.execute(db)
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/Lead', headers })
    const failed = once(sent, 'error')
    sent.end(JSON.stringify({ ...blankLead, firstName: 'Ann', lastName: 'Lee' }))
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks where relation = 'leads'::regclass and not granted`.execute(db)
        return rows[0]?.waiting
      })
      .toBe(1)
    sent.destroy()
    await failed
    await sql`rollback`.execute(db)
  })
  await expect.poll(async () => ((await samples()).get(aborted) ?? 0) - (before.get(aborted) ?? 0)).toBe(1)
  expect([...(await samples()).keys()].filter((name) => /_count.*POST.*Lead/.test(name))).toEqual([aborted])
})

test('connections, disk, event loop and delivery are reported, and a gauge that fails leaves the others', async () => {
  const found = await samples()
  expect(found.get('coverdesk_database_up')).toBe(1)
  expect(found.get('coverdesk_database_connections{state="waiting"}')).toBe(0)
  expect(found.get('coverdesk_export_connections{state="waiting"}')).toBe(0)
  expect([...found.keys()].filter((name) => name.startsWith('coverdesk_standby'))).toEqual([])
  expect(found.get('coverdesk_oldest_due_message_seconds')).toBe(0)
  expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  expect([...found.keys()].filter((name) => name.startsWith('coverdesk_last_backup'))).toEqual([])
  metrics.addGauges(agency.services, [
    {
      name: 'broken',
      help: 'Fails.',
      read: async () => {
        throw new Error('not now')
      },
    },
  ])
  await samples()
  const after = await samples()
  expect(after.get('coverdesk_gauge_failures_total{gauge="broken"}')).toBeGreaterThan(0)
  expect(after.has('coverdesk_broken')).toBe(false)
  expect(after.get('coverdesk_database_up')).toBe(1)
})

test('runs of background jobs are counted by outcome', async () => {
  const job = (name: string, run: () => Promise<void>) => ({
    name,
    everyMs: 5,
    failure: { category: 'Server', sentence: 'It failed' } as const,
    run,
  })
  const failedTwice = Promise.withResolvers<void>()
  let failed = 0
  const jobs = [
    job('test.works', async () => undefined),
    job('test.fails', async () => {
      failed++
      if (failed === 2) failedTwice.resolve()
      throw new Error('no')
    }),
  ]
  const running = startJobs(jobs, { report: () => undefined, countRun: metrics.countJobRun })
  await failedTwice.promise
  await running.stop()
  const found = await samples()
  expect(found.get('coverdesk_job_runs_total{job="test.fails",outcome="failed"}')).toBeGreaterThan(0)
  expect(found.get('coverdesk_job_runs_total{job="test.works",outcome="succeeded"}')).toBeGreaterThan(0)
})
