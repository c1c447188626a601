import { allClaims } from '@coverdesk/domain/access/all-claims.ts'
import { allRoutes } from '@coverdesk/domain/all-routes.ts'
import { auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendExample } from '../../../access-matrix/send-example.ts'
import { blankLead } from '../../../leads/blank-lead.ts'
import { actor } from '../../../route-examples/actor.ts'
import { exampleOf, nameOf } from '../../../route-examples/all-examples.ts'
import { startPrimaryWithStandby } from '../../../testing/standby/start-primary-with-standby.ts'
import { type Person, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makeTestFolder, removeTestFolder } from '../../../testing/test-folder.ts'
import { databaseGauges } from '../../metrics/database-gauges.ts'
import { serverMetrics } from '../../metrics/server-metrics.ts'
import { noteOwnWrite, openStandby, type Standby } from './standby.ts'

let folder: string
let databases: Awaited<ReturnType<typeof startPrimaryWithStandby>>
let standby: Standby
let agency: TestApp
let writer: Person
let reader: Person
let lead: number
let news: (string | null)[]
let measured: string[]

beforeAll(async () => {
  folder = makeTestFolder('coverdesk standby ')
  databases = await startPrimaryWithStandby(folder)
}, 120_000)
afterAll(async () => {
  await databases.stop()
  await removeTestFolder(folder)
})
const everyRight = { roles: ['administrator' as const, 'agent' as const], claims: [...allClaims], fullAccess: true }

async function start(maxLagMs?: number): Promise<void> {
  news = []
  measured = []
  standby = openStandby(databases.standbyUrl, {
    ...(maxLagMs ? { maxLagMs } : {}),
    onChange: (problem) => news.push(problem),
    onQuery: (text) => measured.push(text),
  })
  agency = await startTestApp({}, undefined, { database: databases.primary, standby })
  writer = await agency.person(everyRight)
  reader = await agency.person(everyRight)
  await sql`delete from leads`.execute(agency.db)
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Pat', last_name: 'Example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  lead = id
  await standby.sample(agency.db)
  await replayed()
}
async function stop(): Promise<void> {
  await databases.resume().catch(() => undefined)
  await agency.close()
  await standby.close()
}
beforeEach(() => start())
afterEach(stop)

const found = async (person: Person, text: string) =>
  (await person.call(search.everywhere, { q: text })).groups.flatMap(({ data }) => data.map(({ title }) => title))

/** Gives a new last name to a lead, through the API. */
async function rename(person: Person, lastName: string): Promise<void> {
  const { version } = await person.call(leads.one, { id: lead })
  await person.call(leads.edit, { ...blankLead, firstName: 'Pat', id: lead, version, lastName })
}

const download = (person: Person, path: string, type: string) =>
  agency.app.inject({ url: path, headers: { authorization: `Bearer ${person.token}`, accept: type } })

/** The file of leads. */
async function exported(person: Person): Promise<string> {
  const { statusCode, body } = await download(person, '/api/Lead', 'text/csv')
  expect(statusCode, body).toBe(200)
  return body
}

/** Waits until the standby has replayed all that the user could have written until now. */
async function replayed(person: Person = reader): Promise<void> {
  await noteOwnWrite(agency.db, person.userId)
  const { written_lsn } = await agency.db
    .selectFrom('sessions')
    .select('written_lsn')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  await expect.poll(() => standby.find(written_lsn), { timeout: 10_000 }).not.toBeNull()
}

test('P-89 with the replay paused, users see their own writes in searches and files at once, while others may see the state before', async () => {
  await databases.pause()
  await rename(writer, 'Quincannon')
  expect(await found(writer, 'Quincannon')).toEqual(['Pat Quincannon'])
  expect(await exported(writer)).toContain('Quincannon')
  expect(await found(reader, 'Quincannon')).toEqual([])
  expect(await exported(reader)).not.toContain('Quincannon')
  // The list itself is no file: edits begin from it.
  expect((await reader.call(leads.list, {})).data.map(({ lastName }) => lastName)).toContain('Quincannon')
  await databases.resume()
  await expect.poll(() => found(reader, 'Quincannon')).toEqual(['Pat Quincannon'])

  // The writer reads from the standby again, until the next write.
  await databases.pause()
  await rename(reader, 'Featherstone')
  expect(await found(writer, 'Featherstone')).toEqual([])
  expect(await found(reader, 'Featherstone')).toHaveLength(1)
})

test('P-89 P-19 a right that was taken away acts at once, and a file from the standby leaves its audit event on the primary', async () => {
  await databases.pause()
  await exported(reader)
  const { data } = await writer.call(auditLog.list, { action: 'export', entity: 'lead' })
  expect(data[0]).toMatchObject({ action: 'export', entity: 'lead', records: 1 })
  expect(Date.now() - Date.parse(data[0]?.date ?? '')).toBeLessThan(10_000)
  await agency.db
    .updateTable('users')
    .set({ roles: [], claims: [], has_full_agent_access: false })
    .where('id', '=', reader.userId)
    .execute()
  expect((await download(reader, '/api/Lead', 'text/csv')).statusCode).toBe(403)
})

test('P-89 the primary answers while the standby is down, and the standby again once it is back', async () => {
  expect(await standbyMetrics()).toEqual(['coverdesk_standby_up 1'])
  await databases.stopStandby()
  await rename(writer, 'Ashworth')
  expect(await found(reader, 'Ashworth')).toHaveLength(1)
  expect(await exported(reader)).toContain('Ashworth')
  expect(await standbyMetrics()).toEqual(['coverdesk_standby_up 0'])
  await databases.startStandby()
  await expect.poll(() => standby.find(null), { timeout: 20_000 }).not.toBeNull()
  expect(news).toEqual([expect.any(String), null])
  expect(await standbyMetrics()).toEqual(['coverdesk_standby_up 1'])
})

/** The sample of a server's metrics about its standby. */
async function standbyMetrics(): Promise<string[]> {
  const metrics = serverMetrics()
  metrics.addGauges(agency.services, databaseGauges)
  const lines = (await metrics.scrape()).text.split('\n')
  expect(lines.join('\n')).toContain('coverdesk_standby_connections{state="waiting"} 0')
  return lines.filter((line) => line.startsWith('coverdesk_standby_up '))
}

test('queries of the standby are measured, also those of files, without their values', async () => {
  await found(reader, 'Example')
  expect(measured.join('\n')).toContain('leads')
  measured = []
  await download(reader, '/api/Lead?name=Quincannon', 'text/csv')
  expect(measured.filter((text) => / leads /.test(text))).toHaveLength(2)
  expect(measured.join('\n')).not.toMatch(/quincannon/i)
})

test('P-89 a standby that is busy for a moment is left alone, keeps its running reads and answers again', async () => {
  const db = (await standby.find(null)) ?? expect.unreachable()
  const reads = Array.from({ length: 8 }, () => sql`select pg_sleep(2)`.execute(db))
  expect(await standby.find(null)).toBeNull()
  expect(news).toEqual(['The standby does not answer'])
  await Promise.all(reads)
  await expect.poll(() => standby.find(null), { timeout: 20_000 }).toBe(db)
})

test('P-89 a standby that is further behind than allowed is left alone', async () => {
  await stop()
  await start(500)
  await databases.pause()
  await rename(writer, 'Ravenscroft')
  expect(await found(reader, 'Ravenscroft')).toEqual([])
  await standby.sample(agency.db)
  await expect.poll(() => found(reader, 'Ravenscroft'), { timeout: 10_000 }).toHaveLength(1)
  expect(news).toEqual(['It is too far behind'])
})

test('every route that a standby may answer does so', async () => {
  const [me, other] = [await actor(agency, everyRight), await actor(agency, { roles: ['agent'] })]
  const routes = allRoutes.filter((route) => route.standby)
  expect(routes.length).toBeGreaterThan(15)
  expect(routes.map(nameOf).filter((name) => /Audit|Log|User|Alert|Session|Home/.test(name))).toEqual([])
  for (const route of routes) {
    const input = await exampleOf(route).own({ agency, me, other })
    await replayed(me)
    const headers: Record<string, string> =
      route.standby === 'files' ? { accept: mediaTypes[route.formats?.at(-1) ?? 'csv'] } : {}
    const { status, body } = await sendExample(agency, route, { token: me.token, input, headers })
    expect(status, `${nameOf(route)} ${body.slice(0, 300)}`).toBe(200)
    // A failure there would have been answered by the primary.
    expect(news, nameOf(route)).toEqual([])
  }
})
