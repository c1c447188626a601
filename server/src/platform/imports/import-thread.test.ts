import { createSecretKey, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { plainProfile } from '@coverdesk/domain/uploads/known-profiles.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { ImportJob } from './import-definition.ts'
import { importInThread } from './import-thread.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())

/** A kind of worker of the test's own, which is done with each file at once. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ channel }) => channel.postMessage('done'))`)}`,
)

const job = (): ImportJob => ({
  runId: randomUUID(),
  attempt: 1,
  kind: 'policies',
  carrierId: null,
  month: null,
  fileName: 'book.csv',
  maxBytes: 1_000,
  dryRun: true,
  loadGoodRows: false,
  mapping: null,
  values: {},
  headingLine: null,
  part: null,
  confirmedMissing: null,
  setsBack: false,
  keepsEmpty: false,
  profile: plainProfile,
  profileVersion: 0,
  startedBy: { userId: 1, job: null },
  audit: { userId: 1, sessionId: null, address: null, requestId: null, key: createSecretKey(Buffer.alloc(32)) },
  databaseUrl: agency.services.databaseUrl,
})
const load = () => importInThread(agency.db, worker, job(), Readable.from([]))

test('P-58 a file that arrives while the idle thread is terminated is imported by another one', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await load()
  const letGo = timers.mock.calls.find(([, milliseconds]) => milliseconds === 30_000)?.[0]
  timers.mockRestore()
  expect(letGo).toBeTypeOf('function')
  letGo?.()
  await expect(load()).resolves.toBeUndefined()
})
