import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { policyList } from '../../../policies/policy-list.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Visibility } from '../../auth/visibility.ts'
import { type Db, inTransaction } from '../../db/database.ts'
import type { ListRequest } from '../list-declaration.ts'
import { listPage } from '../list-page.ts'

let agency: TestApp
let owner: pg.Client

beforeEach(async () => {
  agency = await startTestApp()
  owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
  await owner.query(`
    insert into contacts (first_name, last_name) select 'Agent', n::text from generate_series(1, 2) n;
    insert into agents (contact_id, name, login_email) select id, 'Agent ' || last_name, last_name || '@agency.test' from contacts;
    insert into carriers (name, code) values ('Carrier', 'C');
    insert into policies (carrier_id, policy_number, first_name, last_name, city, state, status, agent_id)
    select 1, 'U' || n, 'First', 'Name' || n, 'Miami', 'FL', 'Active', 1 + n % 2 from generate_series(1, 30) n`)
})

afterEach(async () => {
  await owner?.end()
  await agency?.close()
})

const everything: Visibility = { all: true }
const page = (asked: Partial<ListRequest> = {}, visibility: Visibility = everything, year = 2026, db: Db = agency.db) =>
  listPage(db, policyList, { pageNumber: 1, pageSize: 10, ...asked }, visibility, year)

test.each([
  ['a policy', `update policies set city = 'Doral' where id = 1`, '"city":"Doral"'],
  [
    'a policy that is new',
    `insert into policies (carrier_id, policy_number, first_name, last_name, status) values (1, 'new', 'A', 'A', 'Active')`,
    '"new"',
  ],
  [
    'a month of its commissions',
    `insert into commission_years (policy_id, year, months) select id, 2026, array_fill(12.34::numeric, array[12]) from policies where id = 1`,
    '"12.34"',
  ],
  ['the name of its agent', `update agents set name = 'Maria Sol' where id = 2`, '"agentName":"Maria Sol"'],
  ['the name of its carrier', `update carriers set name = 'Sunshine' where id = 1`, '"carrierName":"Sunshine"'],
  ['all policies, truncated', 'truncate policies cascade', '"totalRecords":0'],
])('POLICY-01 a page is cached until %s changes', async (_, change, shown) => {
  const before = await page()
  expect(await page()).toBe(before)
  expect(before.text).not.toContain(shown)
  await owner.query('begin')
  try {
    await owner.query(change)
    expect(await page(), 'not committed yet').toBe(before)
  } finally {
    await owner.query('commit')
  }
  const after = await page()
  expect(after.text).toContain(shown)
  expect(await page()).toBe(after)
})

test('P-30 another visibility, request or year never gets the cached page', async () => {
  await owner.query(`
    insert into policies (carrier_id, policy_number, first_name, last_name, state, status, agent_id)
    select 1, 'W' || n, 'First', 'Name' || n, case n % 3 when 0 then 'FL' else 'TX' end, 'Active', 1 + n % 2
    from generate_series(1, 24) n`)
  const pages = [
    await page(),
    await page({ pageNumber: 2 }),
    await page({ pageSize: 20 }),
    await page({ sort: 'policyNumber' }),
    await page({ sort: 'policyNumber', order: 'desc' }),
    await page({ state: 'FL' }),
    await page({ state: 'TX' }),
    await page({ city: 'TX' }),
    await page({}, { all: false, agentIds: [1] }),
    await page({}, { all: false, agentIds: [2] }),
    await page({}, { all: false, agentIds: [] }),
    await page({}, everything, 2025),
  ]
  expect(new Set(pages).size).toBe(pages.length)
  const { rows } = await owner.query('select count(*)::int as own from policies where agent_id = 1')
  const totals = pages.map(({ text }) => JSON.parse(text).totalRecords)
  expect(totals[8]).toBe(rows[0].own)
  expect(totals[10]).toBe(0)
})

test('a transaction sees its own change, and no cached page contains it after a rollback', async () => {
  await owner.query(`
    insert into policies (carrier_id, policy_number, first_name, last_name, status) values (1, 'T', 'T', 'T', 'Active')`)
  const before = await page()
  const rolledBack = inTransaction(agency.db, async (db) => {
    await db.updateTable('policies').set({ county: 'Duval' }).execute()
    expect((await page({}, everything, 2026, db)).text).toContain('Duval')
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect((await page()).text).toBe(before.text)
})

test('changes of policies and agents do not wait for each other at commit, in either order', async () => {
  await owner.query(`
    insert into policies (carrier_id, policy_number, first_name, last_name, status)
    values (1, gen_random_uuid(), 'X', 'X', 'Active'), (1, gen_random_uuid(), 'X', 'X', 'Active')`)
  const agent = (id: number) => `update agents set name = name || '.' where id = ${id}`
  const policy = (which: string) =>
    `update policies set city = 'Hialeah' where id = (select ${which}(id) from policies)`
  const change = (first: string, second: string) =>
    inTransaction(agency.db, async (db) => {
      await sql.raw(first).execute(db)
      await sql.raw(second).execute(db)
    })
  // Both wait at commit, each with its first lock; the agents' version is next.
  await owner.query(`begin; select from list_versions where list = 'agents' for update`)
  const changes: Promise<void>[] = []
  try {
    changes.push(change(agent(1), policy('min')))
    await expect.poll(waitingForLocks).toBe(1)
    changes.push(change(policy('max'), agent(2)))
    await expect.poll(waitingForLocks).toBe(2)
  } finally {
    await owner.query('commit')
  }
  await Promise.all(changes)
})

async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(agency.db)
  return rows[0]?.waiting
}

test.each([policyList])('every table shown by the cached pages of $name increments its version', async (list) => {
  expect(list.cachePages).toBe(true)
  const tables = [...`${list.table} ${list.joins}`.matchAll(/(?:^|join )(\w+)/g)].map(([, table]) => table)
  const { rows } = await owner.query<{ name: string }>(
    `select distinct relname as name from pg_trigger join pg_class c on c.oid = tgrelid
     where tgfoid = 'note_list_touch'::regproc and encode(tgargs, 'escape') = $1 || '\\000' and tgtype & 16 = 16`,
    [list.name],
  )
  expect(tables.length).toBeGreaterThan(1)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(tables))
})
