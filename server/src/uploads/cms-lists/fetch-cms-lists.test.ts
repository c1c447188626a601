import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { alerts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { cmsRegistration } from '@coverdesk/domain/cms-registration/cms-registration-contract.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { refusal } from '../policies/upload-samples.ts'
import { fetchCmsListsJob, fetchDueLists } from './fetch-cms-lists-job.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const never = new AbortController().signal
/** A busy machine may need most of a second for a good answer. */
const limits = { answerMs: 1_000, idleMs: 1_000, totalMs: 20_000 }
const patient = { ...limits, answerMs: 20_000, idleMs: 20_000 }
let agency: TestApp
let admin: Person
let answer: Answer
let requests: IncomingMessage[] = []
let now = new Date()
const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
})
let logged: string[] = []
const log = {
  note: (_category: string, sentence: string) => void logged.push(sentence),
  failed: (_category: string, _facts: object, sentence: string) => void logged.push(sentence),
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/terminated.csv?key=secret`
  agency = await startTestApp({ cmsLists: { registrations: null, terminations: address } })
  now = new Date()
  agency.setClock(() => now)
  admin = await agency.person({ roles: ['administrator'], fullAccess: true })
  requests = []
  logged = []
})
afterEach(() => agency.close())

const csv = (...rows: string[]) => ['NPN,Status,Date', ...rows].join('\n')
const tenRows = csv('71984128,T3,03/01/2026', ...Array.from({ length: 9 }, (_, n) => `5${n},T1,03/01/2026`))
const sends =
  (text: string, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/csv', ...headers }).end(text)
  }
const good = sends(tenRows, { etag: '"v1"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' })

/** Lets the next night come, and fetches. */
async function fetchNextNight(how: Answer): Promise<void> {
  answer = how
  now = new Date(now.getTime() + 26 * 3_600_000)
  await fetchDueLists({ services: agency.services, log }, never, limits)
}

/** Lists in use with their rows, and what the screen says about the last fetch. */
async function state() {
  const [, list] = await admin.call(cmsRegistration.lists, {})
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from current_cms_lists l join cms_terminations t on t.batch_id = l.batch_id`.execute(
    agency.db,
  )
  return { rows: rows[0]?.count, outcome: list?.fetch?.outcome, message: list?.fetch?.message, list }
}

test('a list is fetched, loaded like an upload by no user, and blocks the agent with file and line', async () => {
  const gone = await agency.person({ roles: ['agent'], npn: '71984128' })
  await fetchNextNight(good)
  const { list, ...shown } = await state()
  expect(shown).toEqual({ rows: 10, outcome: 'loaded', message: 'Loaded 10 rows of terminated.csv.' })
  expect(list).toMatchObject({
    inUse: { fileName: 'terminated.csv', rows: 10, loadedBy: 'nightly fetch' },
    fetch: { isFetching: false, address: expect.stringMatching(/\/files\/terminated\.csv$/) },
  })
  const { reasons } = await admin.call(agents.authority, { id: gone.agentId ?? 0 })
  expect(reasons).toEqual([expect.stringContaining('CMS’s termination list, terminated.csv, line 2')])
  const { rows } = await sql`
    select r.state, r.started_by as "startedBy", r.started_by_job as job, b.loaded_by as "loadedBy", e.user_id as "userId"
    from import_batches b join import_runs r on r.batch_id = b.id
    join audit_events e on e.action = 'import' and e.entity = 'terminations' and e.entity_id = b.id::text`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ state: 'loaded', startedBy: null, job: 'nightly fetch', loadedBy: null, userId: null }])
})

test('the next night asks for changes only; what the server did not change stays', async () => {
  await fetchNextNight(good)
  await fetchNextNight((_request, response) => void response.writeHead(304).end())
  expect(requests[0]?.headers).not.toHaveProperty('if-none-match')
  expect(requests[1]?.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT',
  })
  expect(await state()).toMatchObject({
    rows: 10,
    outcome: 'unchanged',
    message: 'CMS has not changed the file since it was loaded.',
  })
})

test('the same file without a version is not loaded twice, and one that a user undid does not come back', async () => {
  await fetchNextNight(sends(tenRows))
  await fetchNextNight(sends(tenRows))
  const { list, ...shown } = await state()
  expect(shown).toMatchObject({ rows: 10, outcome: 'unchanged' })
  await admin.call(cmsRegistration.undoTerminations, { batchId: list?.inUse?.batchId ?? 0 })
  await fetchNextNight(sends(tenRows))
  expect(await state()).toMatchObject({
    rows: 0,
    outcome: 'unchanged',
    message:
      'CMS still has terminated.csv, which was undone here, so it is not loaded again. To use it, load the file by hand.',
  })
})

const half = tenRows.slice(0, tenRows.length / 2)
test.each<[name: string, answer: Answer, sentence: string]>([
  ['an error', sends('down', {}, 500), 'The server answered with the error 500.'],
  ['no file', sends('gone', {}, 404), 'The server has no file at this address (404).'],
  [
    'another address',
    sends('', { location: 'http://169.254.169.254/latest' }, 302),
    'The address leads to another one (302) on 169.254.169.254.',
  ],
  ['a page', sends('<html>', { 'content-type': 'text/html' }), 'The server sent a web page instead of a CSV file.'],
  ['a page as CSV', sends('\n<!doctype html><title>Sorry'), 'The server sent a web page instead of a CSV file.'],
  ['JSON', sends('{"error":"no"}'), 'The server sent JSON instead of a CSV file.'],
  ['nothing', sends(''), 'The file is empty.'],
  ['headings alone', sends(csv()), 'The file has headings and no rows.'],
  ['other columns', sends('a,b\n1,2'), 'Required columns are missing'],
  [
    'bad rows',
    sends(`${tenRows}\n12-3,T1,03/01/2026`),
    '1 of 11 rows are not valid; nothing was loaded. Line 12, NPN: Must be digits only.',
  ],
  [
    'a file cut at a line',
    sends(csv('71984128,T3,03/01/2026', '50,T1,03/01/2026')),
    'The file has 2 rows and the list in use 10 rows, so it may be cut off.',
  ],
  [
    'a file that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-length': String(tenRows.length) })
      response.write(half, () => response.destroy())
    },
    'The connection broke off before the file was complete.',
  ],
  ['a slow server', () => undefined, 'The server sent nothing for 1 second.'],
  [
    'a file that stops',
    (_request, response) => void response.writeHead(200).write(half),
    'The server sent nothing for 1 second.',
  ],
])('%s leaves the list in use, and the screen says what happened and what to do', async (_name, bad, sentence) => {
  await fetchNextNight(good)
  await fetchNextNight(bad)
  const { message, ...shown } = await state()
  expect(message).toContain(sentence)
  expect(message).toMatch(/load the file by hand/)
  expect(shown).toMatchObject({
    rows: 10,
    outcome: 'failed',
    list: { inUse: { rows: 10 }, fetch: { isFetching: false } },
  })
  expect(logged.at(-1)).toBe(`CMS’s termination list: ${message}`)
  const { rows } = await sql`select from import_runs where state = 'running'`.execute(agency.db)
  expect(rows).toEqual([])
  await fetchNextNight(good)
  expect(await state()).toMatchObject({ rows: 10, outcome: 'unchanged' })
})

test('a failure is tried again in its night; after the night administrators get an alert', async () => {
  answer = sends('', {}, 503)
  const tries = async () => (await state()).list?.fetch?.nextAt ?? ''
  for (const minutes of [10, 30, 90]) {
    await fetchDueLists({ services: agency.services, log }, never, limits)
    expect(Date.parse(await tries()) - now.getTime()).toBe(minutes * 60_000)
    expect((await admin.call(alerts.list, {})).data.length).toBe(0)
    now = new Date(await tries())
  }
  await fetchDueLists({ services: agency.services, log }, never, limits)
  expect(requests).toHaveLength(4)
  expect((await admin.call(alerts.list, {})).data).toMatchObject([
    { kind: 'termination-list', user: null, details: expect.stringContaining('the error 503') },
  ])
  const { data } = await admin.call(notifications.list, {})
  expect(data.map(({ text }) => text)).toEqual(['Security alert: cms termination list not fetched'])
})

test('several nodes fetch once, and a list whose node is gone is fetched again', async () => {
  let send = (): void => undefined
  answer = (_request, response) => {
    send = () => void response.writeHead(200, { 'content-type': 'text/csv' }).end(tenRows)
  }
  const first = fetchDueLists({ services: agency.services, log }, never, patient)
  await expect.poll(() => requests.length).toBe(1)
  await fetchDueLists({ services: agency.services, log }, never, patient)
  expect((await state()).list?.fetch?.isFetching).toBe(true)
  send()
  await first
  expect(requests).toHaveLength(1)
  await sql`update cms_list_fetches set claimed_until = ${new Date(now.getTime() + 3_600_000)}`.execute(agency.db)
  await fetchNextNight(sends(tenRows))
  expect(requests).toHaveLength(2)
})

test('a stop of the server ends a fetch, which the next start repeats', async () => {
  const stopping = new AbortController()
  answer = (_request, response) => void response.writeHead(200).write(half)
  const fetching = fetchDueLists({ services: agency.services, log }, stopping.signal, patient)
  await expect.poll(() => requests.length).toBe(1)
  stopping.abort()
  await fetching
  expect(await state()).toMatchObject({ rows: 0, outcome: null })
  answer = good
  await fetchDueLists({ services: agency.services, log }, never, limits)
  expect(await state()).toMatchObject({ rows: 10, outcome: 'loaded' })
})

test('an administrator fetches now; a list without an address and other users are refused', async () => {
  await fetchNextNight(sends('', {}, 503))
  answer = good
  await admin.call(cmsRegistration.fetch, { kind: 'terminations' })
  await fetchDueLists({ services: agency.services, log }, never, limits)
  expect(await state()).toMatchObject({ rows: 10, outcome: 'loaded' })
  expect((await refusal(admin.call(cmsRegistration.fetch, { kind: 'registrations' }))).code).toBe('cms_list.no_address')
  const agent = await agency.person({ roles: ['agent'] })
  expect((await refusal(agent.call(cmsRegistration.fetch, { kind: 'terminations' }))).status).toBe(403)
})

test('without addresses there is no job', () => {
  const config = { ...agency.services.config, cmsLists: { registrations: null, terminations: null } }
  expect(fetchCmsListsJob({ services: { ...agency.services, config }, log })).toEqual([])
  expect(fetchCmsListsJob({ services: agency.services, log })).toHaveLength(1)
})
