import { request } from 'node:http'
import { newFailure } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { runMessage } from '../../platform/imports/import-load.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows } from '../policies/upload-samples.ts'
import { sweepImports } from './sweep-imports.ts'

let agency: TestApp
let admin: Person
let port: number
let carriers = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.app.listen({ port: 0, host: '127.0.0.1' })
  const address = agency.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => agency.close())

interface Period {
  carrierId: number
  month: number
  year: number
  runId: string
}

const newUpload = async (): Promise<Period> => ({
  carrierId: await agency.carrier(`Retry ${++carriers}`),
  month: 11,
  year: 2026,
  runId: crypto.randomUUID(),
})

const policyFile = (rows: number) => ({ text: csv([headings, ...policyRows(1, rows)]), name: 'policies.csv' })

const interrupted = 'The server was interrupted while processing this file. Nothing was changed. Load the file again.'

const stored = async ({ carrierId }: Period) =>
  (
    await sql<{ policies: number; batches: number }>`
      select (select count(*)::int from policies where carrier_id = ${carrierId}) as policies,
        (select count(*)::int from import_batches where carrier_id = ${carrierId}) as batches`.execute(agency.db)
  ).rows[0]

/** An upload whose file doesn't end until `finish` sends the rest. */
async function startSlow(period: Period) {
  const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(period).map(([k, v]) => [k, String(v)])) })
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/UploadPolicies/UploadPolicyCSV?fileName=policies.csv&${query}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
  })
  const answer = new Promise<{ status: number; body: { code?: string; message?: string } }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async (response) => {
      let body = ''
      for await (const part of response) body += part
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) })
    })
  })
  answer.catch(() => undefined)
  sending.write(csv([headings, ...policyRows(1, 3_000)]))
  await runOnce(period, ({ rowsRead }) => rowsRead > 0)
  return { answer, finish: () => sending.end(csv(policyRows(3_001, 3_001))), breakOff: () => sending.destroy() }
}

async function runOnce({ runId }: Period, is: (run: ImportRun) => boolean): Promise<void> {
  const look = async () => {
    const run = await admin
      .call(uploads.run, { runId })
      .catch((error) => (error instanceof Failure ? null : Promise.reject(error)))
    return run !== null && is(run)
  }
  await expect.poll(look).toBe(true)
}

/** Sweeps the run as if its server had died; in one transaction, before the next heartbeat of the live server. */
const takeForDead = ({ runId }: Period) =>
  inTransaction(agency.db, async (db) => {
    await sql`update import_runs set beat_at = now() - interval '40 seconds' where id = ${runId}::uuid`.execute(db)
    await sweepImports(db)
  })

test('P-56 a retry with the id of an imported or checked file returns its result and imports nothing twice', async () => {
  const period = await newUpload()
  const first = await admin.call(uploads.process, period, policyFile(20))
  const second = await admin.call(uploads.process, period, policyFile(20))
  expect(second).toEqual(first)
  expect(second).toMatchObject({ state: 'loaded', counts: { new: 20 } })
  expect(await stored(period)).toEqual({ policies: 20, batches: 1 })

  const dryRun = { ...period, runId: crypto.randomUUID() }
  const checked = await admin.call(uploads.check, dryRun, policyFile(30))
  expect(await admin.call(uploads.check, dryRun, policyFile(30))).toEqual(checked)
  const rows = await admin.call(uploads.checkedRows, { runId: dryRun.runId, outcome: 'new' })
  expect(rows.totalRecords).toBe(10)
})

test('P-56 a retry with the id of a refused file is refused for the same reason', async () => {
  const period = await newUpload()
  const bad = {
    text: csv([headings, ...policyRows(1, 3), ...policyRows(4, 4, { premium: 'much' })]),
    name: 'policies.csv',
  }
  const load = () => admin.call(uploads.process, period, bad).catch((error: unknown) => error)
  const first = await load()
  expect(first).toMatchObject({ code: 'upload.rows_refused', details: { runId: period.runId, counts: { refused: 1 } } })
  const second = await load()
  expect(second).toMatchObject({ code: 'upload.rows_refused' })
  expect(second instanceof Failure && [second.message, second.details]).toEqual(
    first instanceof Failure && [first.message, first.details],
  )
})

test('P-56 a retry with the id of a running import is refused with 409, and the run continues', async () => {
  const period = await newUpload()
  const slow = await startSlow(period)
  await expect(admin.call(uploads.process, period, policyFile(5))).rejects.toMatchObject({
    code: 'upload.under_way',
    message: 'This file is still being processed. Its progress is shown under Upload Files.',
  })
  slow.finish()
  expect((await slow.answer).status).toBe(200)
  expect(await stored(period)).toEqual({ policies: 3_001, batches: 1 })
})

test('P-56 a run whose server died reports that nothing was changed and what to do, and the same id restarts it', async () => {
  const period = await newUpload()
  const slow = await startSlow(period)
  await takeForDead(period)
  expect(await admin.call(uploads.run, { runId: period.runId })).toMatchObject({
    state: 'interrupted',
    message: interrupted,
  })
  slow.breakOff()
  await expect.poll(() => slow.answer.catch(() => 'broken off')).toBe('broken off')
  const run = await admin.call(uploads.process, period, policyFile(40))
  expect(run).toMatchObject({ id: period.runId, state: 'loaded', rowsRead: 40, message: null })
  expect(await stored(period)).toEqual({ policies: 40, batches: 1 })
})

test('P-56 a run without heartbeats reports this before any sweep', async () => {
  const period = await newUpload()
  await sql`insert into import_runs (id, kind, dry_run, state, stage, carrier_id, month, file_name, started_by, beat_at)
    values (${period.runId}::uuid, 'policies', false, 'running', 'receiving', ${period.carrierId}, '2026-11-01', 'policies.csv',
      ${admin.userId}, now() - interval '40 seconds')`.execute(agency.db)
  expect(await admin.call(uploads.run, { runId: period.runId })).toMatchObject({
    state: 'interrupted',
    message: interrupted,
  })
  expect(await admin.call(uploads.process, period, policyFile(7))).toMatchObject({
    state: 'loaded',
    counts: { new: 7 },
  })
})

test('P-56 a server that was presumed dead cannot import the file any longer, so the reported result stays true', async () => {
  const period = await newUpload()
  const slow = await startSlow(period)
  await takeForDead(period)
  slow.finish()
  expect(await slow.answer).toMatchObject({ status: 503, body: { code: 'upload.interrupted', message: interrupted } })
  expect(await admin.call(uploads.run, { runId: period.runId })).toMatchObject({
    state: 'interrupted',
    message: interrupted,
  })
  expect(await stored(period)).toEqual({ policies: 0, batches: 0 })
})

test('P-56 the id of another upload, or of another user, is refused', async () => {
  const period = await newUpload()
  await admin.call(uploads.process, period, policyFile(3))
  const used = {
    code: 'request.invalid',
    details: [{ path: 'runId', message: expect.stringContaining('choose a new id') }],
  }
  await expect(admin.call(uploads.process, { ...period, month: 12 }, policyFile(3))).rejects.toMatchObject(used)
  await expect(admin.call(uploads.check, period, policyFile(3))).rejects.toMatchObject(used)
  const otherAdmin = await createUploader(agency)
  await expect(otherAdmin.call(uploads.process, period, policyFile(3))).rejects.toMatchObject(used)
})

test('P-56 a file that fails because the database is unreachable or all workers are busy reports that nothing was changed', () => {
  const connectionError = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  for (const failure of [newFailure('server.busy'), connectionError, new Error('Broken')])
    expect(runMessage(failure)).toMatch(/Nothing was changed; please load the file again/)
})
