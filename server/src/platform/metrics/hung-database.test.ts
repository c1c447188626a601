import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { openTestDatabaseProxy } from '../../testing/test-database-proxy.ts'
import { poolOf } from '../db/database.ts'
import { serverMetrics } from './server-metrics.ts'

const token = 'a-metrics-token-for-tests-0123456789-abcdef'

test('P-86 with a database that accepts connections and says nothing, health and metrics answer in seconds and take no connections for good', async () => {
  const database = await testDatabase()
  const proxy = await openTestDatabaseProxy(database.appUrl)
  const agency = await startTestApp({}, undefined, { database: { ...database, appUrl: proxy.url } })
  const app = await buildApp(agency.services, { metrics: { of: serverMetrics(), token } })
  onTestFinished(async () => {
    proxy.setStalled(false)
    await app.close()
    await agency.close()
    await proxy.close()
  })
  const ask = async (url: string) => {
    const began = performance.now()
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { statusCode, body, seconds: (performance.now() - began) / 1000 }
  }
  expect((await ask('/health/ready')).statusCode).toBe(200)
  proxy.setStalled(true)
  for (const _ of [1, 2]) {
    const [live, ready, metrics] = await Promise.all([ask('/health/live'), ask('/health/ready'), ask('/metrics')])
    expect([live.statusCode, ready.statusCode, metrics.statusCode]).toEqual([200, 503, 200])
    expect(Math.max(live.seconds, ready.seconds, metrics.seconds)).toBeLessThan(6)
    expect(metrics.body).toMatch(/^coverdesk_database_up 0$/m)
    expect(metrics.body).toContain('coverdesk_database_connections{state="busy"}')
    expect(metrics.body).not.toMatch(/^coverdesk_oldest_due_message_seconds \d/m)
  }
  await expect.poll(() => poolOf(agency.db).waitingCount, { timeout: 10_000 }).toBe(0)
  expect(poolOf(agency.db).totalCount - poolOf(agency.db).idleCount).toBeLessThanOrEqual(1)
  proxy.setStalled(false)
  await expect.poll(async () => (await ask('/health/ready')).statusCode, { timeout: 15_000 }).toBe(200)
  expect((await ask('/metrics')).body).toMatch(/^coverdesk_database_up 1$/m)
}, 60_000)
