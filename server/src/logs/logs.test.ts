import { access } from '@coverdesk/domain/access/access-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { type LogFilters, logs } from '@coverdesk/domain/logs/log-contract.ts'
import { cutMessage, maxMessageLength, messageInTable } from '@coverdesk/domain/logs/log-levels.ts'
import { mediaTypes } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { failureOf } from '../customers/test-customers.ts'
import { inTransaction, openPool } from '../platform/db/database.ts'
import { backgroundLog } from '../platform/runtime/logging.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { unzipped } from '../testing/test-export.ts'
import { parseLogEntry } from './log-entry.ts'
import { insertEntries, logKeeper } from './log-keeper.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp({}, undefined, { keepsLog: true })
  admin = await agency.person({ roles: ['administrator'], claims: ['view.Log'] })
})
afterAll(() => agency.close())
beforeEach(async () => {
  await agency.log.flush()
  await sql`delete from log_entries`.execute(agency.db)
})

const list = (filters: z.input<typeof LogFilters> = {}) => admin.call(logs.list, { pageSize: 100, ...filters })
const entry = { at: new Date().toISOString(), level: 'Information', category: 'Server', userId: null } as const

test('LOG-01 LOG-02 LOG-07 the log shows level, message, user, category, server and date, newest first; each filter reduces it', async () => {
  const at = (days: number) => `${plusDays(todayIn(new Date()), days)}T16:00:00Z`
  await insertEntries(agency.db, 'north', [
    { ...entry, at: at(-3), message: 'Coverdesk started' },
    { ...entry, at: at(-2), level: 'Error', category: 'Messages', message: 'A message did not go out' },
  ])
  await insertEntries(agency.db, 'south', [
    {
      ...entry,
      at: at(-1),
      level: 'Warning',
      category: 'Uploads',
      userId: admin.userId,
      message: 'A file: Añejo 100%',
    },
  ])
  const all = await list()
  expect(all.totalRecords).toBe(3)
  expect(all.data[0]).toEqual({
    id: expect.any(Number),
    level: 'Warning',
    message: 'A file: Añejo 100%',
    category: 'Uploads',
    server: 'south',
    user: expect.stringMatching(/^Pat Example/),
    date: expect.stringMatching(/T16:00:00/),
  })
  expect(all.data.map(({ message }) => message)).toEqual([
    'A file: Añejo 100%',
    'A message did not go out',
    'Coverdesk started',
  ])
  const day = (days: number) => plusDays(todayIn(new Date()), days)
  const one: [z.input<typeof LogFilters>, string][] = [
    [{ from: day(-1) }, 'A file: Añejo 100%'],
    [{ to: day(-3) }, 'Coverdesk started'],
    [{ user: 'pat exam' }, 'A file: Añejo 100%'],
    [{ message: 'ANEJO 100%' }, 'A file: Añejo 100%'],
    [{ message: 'co' }, 'Coverdesk started'],
    [{ message: 'did not' }, 'A message did not go out'],
    [{ server: 'SOU' }, 'A file: Añejo 100%'],
    [{ level: 'Error' }, 'A message did not go out'],
    [{ category: 'Uploads' }, 'A file: Añejo 100%'],
    [{ server: 'north', level: 'Information' }, 'Coverdesk started'],
  ]
  for (const [filters, message] of one)
    expect(await list(filters), JSON.stringify(filters)).toMatchObject({ totalRecords: 1, data: [{ message }] })
})

test('LOG-04 the export is an xlsx of the filtered rows with full messages', async () => {
  const long = `Loaded ${'a very long list of things '.repeat(20)}`
  await insertEntries(agency.db, 'north', [
    { ...entry, message: long },
    { ...entry, level: 'Error', message: 'Another' },
  ])
  const answer = await agency.app.inject({
    url: `${logs.list.path}?level=Information`,
    headers: { authorization: `Bearer ${admin.token}`, accept: mediaTypes.xlsx },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe(mediaTypes.xlsx)
  const files = unzipped(answer.rawPayload)
  const sheet = [...files.values()].join('')
  expect(files.has('xl/workbook.xml')).toBe(true)
  expect(sheet).toContain(long.trim())
  expect(sheet).not.toContain('Another')
  // A typed moment (style 6), not a text.
  expect(sheet).toMatch(/<c r="A2" s="6"><v>\d+\.\d+<\/v>/)
})

test('LOG-03 a message of more than 120 characters is truncated to one line of 120; a shorter one is not', () => {
  expect(cutMessage('x'.repeat(messageInTable))).toEqual({ text: 'x'.repeat(120), cut: false })
  expect(cutMessage('x'.repeat(messageInTable + 1))).toEqual({ text: 'x'.repeat(120), cut: true })
  expect(cutMessage(`first\n  at second`)).toEqual({ text: 'first at second', cut: false })
})

test('LOG-02 P-66 sign-ins and failures are logged with their user, and without names, queries or values', async () => {
  await failureOf(callAs(agency.app, null, access.login, { user: 'rosa.secret@example.com', pass: 'Wrong-Horse-77' }))
  agency.setClock(() => {
    throw new Error('The clock is broken')
  })
  await failureOf(admin.call(logs.list, { message: 'Zebra' })).catch(() => undefined)
  agency.setClock(() => new Date())
  await agency.log.flush()
  const { data } = await list()
  expect(data.map(({ level, category, message, server }) => ({ level, category, server, message }))).toEqual([
    {
      level: 'Error',
      category: 'Calls',
      server: 'test-server',
      message: expect.stringMatching(
        /^A call failed: Error The clock is broken\nfailure server.error, route \/api\/Log, request [\da-f-]{36}\n\s+at /,
      ),
    },
    {
      level: 'Warning',
      category: 'Sign-in',
      server: 'test-server',
      message: 'A sign-in with an unknown user name was rejected',
    },
  ])
  expect(data[0]?.user).toMatch(/^Pat Example/)
  expect(JSON.stringify(data)).not.toMatch(/rosa|Wrong-Horse|Zebra/)
})

test('LOG-02 successful requests and foreign lines are not logged, and long messages are truncated', () => {
  const line = { level: 30, time: 1_700_000_000_000, msg: 'request completed', reqId: '1' }
  expect(parseLogEntry(JSON.stringify(line))).toBeNull()
  expect(parseLogEntry('no JSON')).toBeNull()
  expect(parseLogEntry(JSON.stringify({ ...line, category: 'Server', msg: `a\0${'x'.repeat(9_000)}` }))).toMatchObject({
    level: 'Information',
    message: expect.stringMatching(/^ax+/),
  })
  expect(parseLogEntry(JSON.stringify({ ...line, level: 60, msg: 'x'.repeat(9_000) }))?.message).toHaveLength(
    maxMessageLength,
  )
  for (const [level, name] of [
    [40, 'Warning'],
    [50, 'Error'],
    [60, 'Critical'],
  ] as const)
    expect(parseLogEntry(JSON.stringify({ ...line, level }))?.level).toBe(name)
  expect(parseLogEntry(JSON.stringify({ ...line, level: 20, category: 'Server' }))?.level).toBe('Debug')
})

test('LOG-02 while the database is unavailable a limited number of entries waits; dropped ones are counted and logged', async () => {
  const away = openPool('postgres://unknown@127.0.0.1:1/nowhere', { size: 1 })
  const [kept, lost] = [logKeeper({ db: agency.db, server: 'near' }), logKeeper({ db: away, server: 'far' })]
  for (const keeper of [kept, lost]) {
    const log = backgroundLog('silent', keeper)
    for (let at = 0; at < 605; at++) log.note('Server', `Entry ${at}`)
    await keeper.flush()
    await keeper.stop()
  }
  await away.destroy()
  expect((await list({ server: 'near' })).totalRecords).toBe(601)
  expect((await list({ server: 'near', level: 'Warning' })).data.map(({ message }) => message)).toEqual([
    '5 more log entries were dropped: too many at once, or the database was unavailable',
  ])
  expect((await list({ server: 'far' })).totalRecords).toBe(0)
})

test('a line of a task that holds a connection is written while the task still holds it, without a second connection of the task', async () => {
  const keeper = logKeeper({ db: agency.db, server: 'held' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const task = inTransaction(agency.db, async (db) => {
    await sql`select 1`.execute(db)
    backgroundLog('silent', keeper).note('Server', 'A query took 3000 ms')
    await released
  })
  await expect.poll(async () => (await list({ server: 'held' })).totalRecords).toBe(1)
  release()
  await task
  await keeper.stop()
})
