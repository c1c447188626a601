import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeAudit } from '../../platform/audit/audit.ts'
import { auditKey } from '../../platform/audit/audit-mac.ts'
import { withConnection } from '../../platform/db/connection.ts'
import { testCertificate } from '../../platform/http/listen/test-certificate.ts'
import { type RunningJobs, startJobs } from '../../platform/jobs/start-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sealEvents } from '../chain/seal-events.ts'
import { sendNextLink, siemJob } from './send-to-siem.ts'
import { verifyCopy } from './verify-copy.ts'

const secret = 'a-siem-secret-for-tests-0123456789-abcdefg'
/** As a SIEM that refuses larger bodies. */
const maxBody = 300 * 1024
const certificate = testCertificate()
const trusted = getCACertificates('default')
let agency: TestApp
let received: string[] = []
let ids: string[] = []
/** Statuses of the next answers; then 200. */
let statuses: number[] = []

const server = createServer(certificate, async (request, response) => {
  const body = (await request.setEncoding('utf8').toArray()).join('')
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers
  // Not `verify`, which also parses the body, as one JSON.
  const signed = new Webhook(Buffer.from(secret).toString('base64')).sign(
    String(id),
    new Date(Number(time) * 1_000),
    body,
  )
  if (signature !== signed) return void response.writeHead(401).end()
  if (body.length > maxBody) return void response.writeHead(413).end()
  received.push(body)
  ids.push(String(id))
  response.writeHead(statuses.shift() ?? 200).end()
})
const siem = () => ({ url: `https://localhost:${(server.address() as AddressInfo).port}/audit`, secret })
const never = new AbortController().signal

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert])
  server.listen(0, 'localhost')
  await once(server, 'listening')
  agency = await startTestApp()
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await agency.close()
})
beforeEach(() => {
  received = []
  ids = []
  statuses = []
})

async function sealEvent(entityId: number, subjects = [3, 1]): Promise<void> {
  const { auditSecret } = agency.services.config
  const source = { userId: 7, sessionId: null, address: '192.0.2.1', requestId: 'r-1', key: auditKey(auditSecret) }
  const facts = { z: 1, fields: 'roles', 'a b': null }
  await writeAudit(agency.db, source, {
    action: 'update',
    entity: 'user',
    entityId,
    outcome: 'done',
    facts,
    subjects,
  })
  await sealEvents(agency.db, auditKey(auditSecret, 'chain'))
}

async function sendAll(): Promise<void> {
  while (await sendNextLink(agency.db, siem(), never));
}

async function* linesOf(text: string) {
  yield* text.split('\n')
}
const verify = (text: string) => verifyCopy(linesOf(text), agency.services.config.auditSecret)

test('P-72 the SIEM gets each link of the audit record with its events, signed, over HTTPS, and its copy verifies', async () => {
  await sendAll()
  received = []
  const { sent_seq: before } = await agency.db.selectFrom('audit_siem').select('sent_seq').executeTakeFirstOrThrow()
  for (const id of [1, 2, 3]) await sealEvent(id)
  await sendAll()
  const copy = received.join('')
  expect(copy).toContain('"entity_id":"2"')
  expect(await verify(copy)).toEqual({ events: 3, links: 3, first: before + 1, last: before + 3, problems: [] })
  expect(received).toHaveLength(3)
})

test('P-72 a refused delivery is repeated by the job until it is accepted, and the repeated lines change nothing', async () => {
  await sendAll()
  received = []
  await sealEvent(4)
  statuses = [503, 500]
  const reported: unknown[] = []
  const jobs = siemJob(agency.db, siem()).map((job) => ({ ...job, everyMs: 20, firstAfterMs: 0, retryMs: 5 }))
  const running: RunningJobs = startJobs(jobs, { report: (_, error) => reported.push(String(error)) })
  await expect.poll(() => received.length).toBe(3)
  await running.stop()
  expect(reported).toEqual(['Error: http 503', 'Error: http 500'])
  expect(new Set(received).size).toBe(1)
  expect(await verify(received.join(''))).toMatchObject({ links: 1, problems: [] })
})

test('P-72 an event about more clients than the SIEM takes at once arrives in parts, also after a failure between them, and its copy verifies', async () => {
  await sendAll()
  received = []
  ids = []
  await sealEvent(
    41,
    Array.from({ length: 100_000 }, (_, at) => 1_000_000 + at),
  )
  await sealEvent(42)
  statuses = [200, 200, 503]
  await expect(sendNextLink(agency.db, siem(), never)).rejects.toThrow('http 503')
  await sendAll()
  expect(ids.length).toBeGreaterThan(6)
  const copy = received.join('')
  expect(await verify(copy)).toMatchObject({ events: 2, links: 2, problems: [] })
  for (const change of [
    (text: string) => text.replaceAll(',1099999', ',1099998'),
    (text: string) => text.replaceAll(/^.*"type":"subjects".*"part":7,.*\n/gm, ''),
  ])
    expect((await verify(change(copy))).problems.join()).toMatch(/^Event \d+ was edited/)
})

test('P-72 an event of a copy that was edited, removed or redated, and a missing link, are named', async () => {
  await sendAll()
  received = []
  for (const id of [11, 12, 13]) await sealEvent(id)
  await sendAll()
  const problemsOf = async (change: (text: string) => string) =>
    (await verify(change(received.join('')))).problems.join()
  expect(await problemsOf((text) => text)).toBe('')
  expect(await problemsOf((text) => text.replace('"entity_id":"12"', '"entity_id":"99"'))).toMatch(
    /^Event \d+ was edited/,
  )
  expect(await problemsOf((text) => text.replace(/^.*"entity_id":"12".*\n/m, ''))).toMatch(/^Event \d+ is missing/)
  expect(await problemsOf((text) => text.replace(/\.\d{6}Z"/, '.000000Z"'))).toMatch(
    /^Event \d+ was given another time/,
  )
  expect(await problemsOf(() => [received[0], received[2]].join(''))).toMatch(/^Links between \d+ and \d+ are missing/)
  expect(await problemsOf((text) => text.replace(/"hash":"../, '"hash":"zz'))).toMatch(/^Link \d+ was altered/)
})

test('P-72 after a restore, links with numbers of earlier ones have webhook ids of their own, and the copy of both is verified and reported once', async () => {
  await sendAll()
  received = []
  ids = []
  await sealEvent(21)
  await sendAll()
  const goBack = await savedRecord()
  for (const id of [22, 23]) await sealEvent(id)
  await sendAll()
  await goBack()
  for (const id of [32, 33, 34]) await sealEvent(id)
  await sendAll()
  const [first, ...numbers] = received.map((text) => Number(/"type":"link","seq":(\d+)/.exec(text)?.[1]))
  const at = Number(first)
  expect(numbers).toEqual([at + 1, at + 2, at + 1, at + 2, at + 3])
  expect(new Set(ids).size).toBe(6)
  const twice = `Link ${at + 1} is there twice and differs.`
  expect(await verify(received.join(''))).toMatchObject({ links: 6, problems: [expect.stringContaining(twice)] })
  const edited = received.join('').replace('"entity_id":"33"', '"entity_id":"99"')
  expect((await verify(edited)).problems.join('\n')).toMatch(/^Link .*\nEvent \d+ was edited/)
  expect((await verify([...received, received[5]].join(''))).problems).toHaveLength(1)
})

/** Returns what sets the record and its progress back to now, as a restore of a backup does. */
async function savedRecord(): Promise<() => Promise<void>> {
  const progress = ['audit_progress', 'audit_siem']
  const saved = await withConnection(agency.ownerUrl, 'test', async (connection) => {
    const rows = await Promise.all(
      progress.map((table) => connection.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)),
    )
    const last = await connection.query<{ seq: string }>('select max(seq)::text as seq from audit_chain')
    return { rows: rows.map((found) => JSON.stringify(found.rows[0]?.row)), seq: last.rows[0]?.seq }
  })
  return () =>
    withConnection(agency.ownerUrl, 'test', async (connection) => {
      await connection.query("set session_replication_role = 'replica'")
      await connection.query('delete from audit_chain where seq > $1', [saved.seq])
      for (const [index, table] of progress.entries()) {
        await connection.query(`delete from ${table}`)
        await connection.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`, [
          saved.rows[index],
        ])
      }
      await connection.query(
        'delete from audit_events where id > (select coalesce(max(i), 0) from audit_chain, unnest(event_ids) i)',
      )
    })
}
