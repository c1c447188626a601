import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@coverdesk/domain/failure.ts'
import { failures } from '@coverdesk/domain/failures.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../platform/runtime/project-root.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows } from '../policies/upload-samples.ts'
import { sweepImports } from './sweep-imports.ts'

let agency: TestApp
let admin: Person
let carrier: number
let carriers = 0
let port: number

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(agency.app.server.address())
})
afterAll(() => agency.close())

function portOf(address: ReturnType<typeof agency.app.server.address>): number {
  return typeof address === 'object' && address ? address.port : 0
}

async function ownCarrier(): Promise<number> {
  carrier = await agency.carrier(`Carrier ${++carriers}`)
  return carrier
}

/** An upload over a real connection that can be slow, aborted, or sent to another server. */
function send(runId: string, to = port) {
  const query = new URLSearchParams({
    carrierId: String(carrier),
    month: '11',
    year: '2026',
    fileName: 'policies.csv',
    runId,
  })
  const sending = request({
    port: to,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/UploadPolicies/UploadPolicyCSV?${query}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
  })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async (response) => {
      let body = ''
      for await (const part of response) body += part
      resolve({ status: response.statusCode ?? 0, body })
    })
  })
  // Tests that break the connection do not wait for a response.
  answer.catch(() => undefined)
  return { sending, answer }
}

async function runWhen(runId: string, is: (run: ImportRun) => boolean): Promise<ImportRun> {
  for (let tries = 0; tries < 200; tries++) {
    const run = await admin
      .call(uploads.run, { runId })
      .catch((error) => (error instanceof Failure ? null : Promise.reject(error)))
    if (run && is(run)) return run
    await wait(50)
  }
  throw new Error(`The run ${runId} did not reach the expected state`)
}

const state = async () =>
  (
    await sql<{ policies: number; batches: number; read: number; staging: number }>`
      select (select count(*)::int from policies where carrier_id = ${carrier}) as policies,
        (select count(*)::int from import_batches where carrier_id = ${carrier}) as batches,
        (select coalesce(sum(rows_new), 0)::int from import_batches where carrier_id = ${carrier}) as read,
        (select count(*)::int from pg_class where relname ~ '^import_[0-9a-f]{32}_rows$') as staging`.execute(agency.db)
  ).rows[0]

describe('import runs', () => {
  test('UPLOAD-11 progress is visible while the file is being sent: bytes, rows, stage', async () => {
    await ownCarrier()
    const runId = crypto.randomUUID()
    const { sending, answer } = send(runId)
    sending.write(csv([headings, ...policyRows(1, 5000)]))
    const run = await runWhen(runId, ({ rowsRead }) => rowsRead > 4900)
    expect(run).toMatchObject({ state: 'running', stage: 'receiving', fileName: 'policies.csv', carrierId: carrier })
    expect(run.bytes).toBeGreaterThan(300_000)
    expect((await admin.call(uploads.running, {})).map(({ id }) => id)).toContain(runId)
    sending.end(csv(policyRows(5001, 5002)))
    expect((await answer).status).toBe(200)
    const done = await runWhen(runId, ({ finishedAt }) => finishedAt !== null)
    expect(done).toMatchObject({
      state: 'loaded',
      rowsRead: 5002,
      rowsWritten: 5002,
      by: expect.stringMatching(/^Pat/),
    })
    expect(Object.keys(done.stageSeconds)).toEqual(
      expect.arrayContaining(['receiving', 'comparing', 'writing', 'finishing']),
    )
  })

  test('UPLOAD-11 a file whose client disconnects before the last byte changes nothing', async () => {
    await ownCarrier()
    const runId = crypto.randomUUID()
    const { sending } = send(runId)
    sending.write(csv([headings, ...policyRows(1, 3000)]))
    await runWhen(runId, ({ rowsRead }) => rowsRead > 0)
    sending.destroy()
    expect(await runWhen(runId, (run) => run.state !== 'running')).toMatchObject({
      state: 'failed',
      message: 'The file was not received completely',
    })
    expect(await state()).toMatchObject({ policies: 0, batches: 0, staging: 0 })
  })

  test('UPLOAD-11 a client that disconnects after the last byte finds the file imported', async () => {
    await ownCarrier()
    const runId = crypto.randomUUID()
    const { sending } = send(runId)
    sending.end(csv([headings, ...policyRows(1, 8000)]))
    await runWhen(runId, ({ rowsRead }) => rowsRead === 8000)
    sending.destroy()
    expect(await runWhen(runId, (run) => run.state !== 'running')).toMatchObject({
      state: 'loaded',
      counts: { new: 8000 },
    })
    expect(await state()).toMatchObject({ policies: 8000, batches: 1, staging: 0 })
  })

  test('UPLOAD-11 a stop ends the import at any stage, and nothing is imported', async () => {
    await ownCarrier()
    // Receiving waits for the test; writing must take long enough to be stopped.
    for (const { when, rows } of [
      { when: 'receiving', rows: 2_000 },
      { when: 'writing', rows: 20_000 },
    ]) {
      const runId = crypto.randomUUID()
      const { sending, answer } = send(runId)
      sending.write(csv([headings, ...policyRows(1, rows)]))
      if (when === 'writing') sending.end()
      await runWhen(runId, ({ rowsRead, stage }) => rowsRead > 0 && (when === 'receiving' || stage === when))
      await admin.call(uploads.stop, { runId })
      expect(await runWhen(runId, (run) => run.state !== 'running')).toMatchObject({
        state: 'stopped',
        message: 'Upload stopped. Nothing was loaded',
      })
      if (when === 'receiving') sending.end()
      expect(await answer).toMatchObject({ status: 409 })
      expect(await state()).toMatchObject({ policies: 0, batches: 0, staging: 0 })
    }
    await expect(admin.call(uploads.stop, { runId: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'record.not_found',
    })
  })

  test('P-59 stored policies equal the files, to the cent', async () => {
    await ownCarrier()
    const cents = fc.sample(fc.integer({ min: 0, max: 99_999_999 }), { numRuns: 2000, seed: 59 })
    const edges = [1, 99, 100, 0, 999_999_999_999]
    const rows = [...edges, ...cents].map((amount, n) => {
      const row = policyRows(n, n, {
        premium: `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
      })
      return row[0] ?? []
    })
    await admin.call(
      uploads.process,
      { carrierId: carrier, month: 11, year: 2026 },
      { text: csv([headings, ...rows]), name: 'a.csv' },
    )
    const { rows: sums } =
      await sql`select (sum(monthly_premium) * 100)::bigint as cents, count(*)::int as n from policies where carrier_id = ${carrier}`.execute(
        agency.db,
      )
    expect(sums).toEqual([{ cents: [...edges, ...cents].reduce((sum, amount) => sum + amount, 0), n: rows.length }])
  })

  test(
    'P-56 a server killed at any point leaves all of a file or none of it, and the next start reports it',
    async () => {
      await ownCarrier()
      const { rows, maxDelay, points } = endures
        ? { rows: 1_000_000, maxDelay: 60_000, points: 20 }
        : { rows: 10_000, maxDelay: 1_200, points: 5 }
      const text = csv([headings, ...policyRows(1, rows)])
      const ends = new Set<string>()
      for (let point = 0; point < points; point++) {
        const delay = 150 + Math.round(maxDelay * ((point + Math.random()) / points))
        const server = await startServer()
        const runId = crypto.randomUUID()
        const { sending } = send(runId, server.port)
        sending.end(text)
        await wait(delay)
        server.kill()
        await server.gone
        await endedBackends()
        const run = await admin.call(uploads.run, { runId }).catch(() => null)
        const after = await state()
        expect([0, rows], `killed after ${delay} ms`).toContain(after?.policies)
        expect(after?.read).toBe(after?.policies)
        await sql`update import_runs set beat_at = now() - interval '2 minutes' where id = ${runId}::uuid`.execute(
          agency.db,
        )
        if (run) {
          const { state, message } = await admin.call(uploads.run, { runId })
          expect({ state, message }).toEqual(
            after?.policies === 0
              ? { state: 'interrupted', message: failures['upload.interrupted'].message }
              : { state: 'loaded', message: null },
          )
        }
        await sweepImports(agency.db)
        expect((await state())?.staging).toBe(0)
        ends.add(after?.policies === 0 ? 'none' : 'all')
        await sql`delete from policies where carrier_id = ${carrier}`.execute(agency.db)
        await sql`update import_runs set batch_id = null where carrier_id = ${carrier}`.execute(agency.db)
        await sql`delete from import_batches where carrier_id = ${carrier}`.execute(agency.db)
      }
      expect(ends).toContain('none')
    },
    endures ? 3_600_000 : 300_000,
  )
})

/** `npm run endure`: the full number of repetitions and rows of the promise, too slow for each test run. */
const endures = process.env.ENDURE === '1'

/** A second server on the same database, in its own process that a test can kill. */
async function startServer() {
  const server = spawn(process.execPath, [`${projectRoot}/server/src/uploads/runs/upload-test-server.ts`], {
    env: {
      ...process.env,
      DATABASE_URL: agency.services.databaseUrl,
      TOKEN_SECRET: agency.services.config.tokenSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A process that outlives its test would keep the output of the run open, and the run would not end.
  onTestFinished(() => void server.kill('SIGKILL'))
  const exited = once(server, 'exit')
  const [line] = await once(server.stdout, 'data')
  return { port: Number(String(line).trim()), kill: () => server.kill('SIGKILL'), gone: exited }
}

/** PostgreSQL detects a lost client within a quarter of a second and rolls back its transaction. */
async function endedBackends(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query ilike '%import%' or state = 'active') and xact_start is not null`.execute(
      agency.db,
    )
    if (rows[0]?.n === 0) return
    await wait(50)
  }
}
