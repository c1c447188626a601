import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { policyList } from '../../policies/policy-list.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { Prepared } from '../../testing/test-database.ts'
import type { Visibility } from '../auth/visibility.ts'
import { withConnection } from '../db/connection.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { ListRequest } from './list-declaration.ts'
import { listPage } from './list-page.ts'

let agency: TestApp
let owner: pg.Client

/** Enough rows for every plan; numbers and names sort differently, and many values repeat. Each test gets a copy. */
const prepared: Prepared = {
  name: 'list',
  fill: (ownerUrl) =>
    withConnection(ownerUrl, 'test', async (connection) => {
      await connection.query(`
        insert into contacts (first_name, last_name) select 'Agent', n::text from generate_series(1, 2) n;
        insert into agents (contact_id, name, login_email) select id, last_name, last_name || '@agency.test' from contacts;
        insert into carriers (name, code) select 'Carrier ' || n, 'C' || n from generate_series(1, 2) n;
        insert into policies (carrier_id, policy_number, first_name, last_name, city, state, status, agent_id, effective_date)
        select 1 + n / 8001, 'U' || lpad((n * 7919 % 16007)::text, 5, '0'), 'First' || n % 7, case when n > 12500 then 'Zulu' else 'Name' || n % 400 end,
          case when n % 2 = 0 then 'Miami' else 'Waco' end, case when n > 12500 then 'NC' when n % 200 = 0 then 'GA' when n % 3 = 0 then 'TX' else 'FL' end, 'Active',
          1 + (n % 10 = 0)::int, date '2025-01-01' + n % 500
        from generate_series(1, 16000) n;
        analyze policies`)
    }),
}

beforeEach(async () => {
  agency = await startTestApp({}, undefined, { prepared })
  owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
})

afterEach(async () => {
  await owner?.end()
  await agency?.close()
})

const everything: Visibility = { all: true }

test.each<[string, Partial<ListRequest>, string, Visibility]>([
  ['no filter', {}, 'true', everything],
  ['many hits at the start of the order', { state: 'FL' }, `state = 'FL'`, everything],
  ['few hits', { state: 'GA' }, `state = 'GA'`, everything],
  ['many hits at the end of the order', { state: 'NC', sort: 'insured', order: 'asc' }, `state = 'NC'`, everything],
  ['a prefix sorted by itself', { policyNumber: 'u0', sort: 'policyNumber' }, `policy_number like 'U0%'`, everything],
  ['three letters of a name', { name: 'ME1' }, `search_name like '%me1%'`, everything],
  ['two letters, which begin the last name', { name: 'zu' }, `sort_name like 'zu%'`, everything],
  ['the end of one name and the beginning of the other', { name: 'e1 n' }, `search_name like '%e1 n%'`, everything],
  ['a LIKE wildcard', { name: 'e_1' }, 'false', everything],
  [
    'several together',
    { city: 'mia', state: 'FL', name: 'name' },
    `city = 'Miami' and state = 'FL' and search_name like '%name%'`,
    everything,
  ],
  ['one agent', {}, 'agent_id = 2', { all: false, agentIds: [2] }],
  ['one agent, filtered', { state: 'FL' }, `agent_id = 1 and state = 'FL'`, { all: false, agentIds: [1] }],
  ['two agents', { city: 'waco' }, `city = 'Waco'`, { all: false, agentIds: [1, 2] }],
  ['no agent', {}, 'false', { all: false, agentIds: [] }],
])('POLICY-01 P-30 pages and total are the same with every plan: %s', async (_, query, where, visibility) => {
  for (const [sort, order, by] of [
    ['insured', 'asc', 'sort_name, id'],
    ['policyNumber', 'desc', 'plain_text(policy_number) collate "C" desc, id desc'],
    ['effectiveDate', 'asc', 'effective_date, id'],
  ] as const) {
    if (query.sort && query.sort !== sort) continue
    const direction = query.order ?? order
    const { rows } = await owner.query<{ id: string }>(
      `select id from policies where ${where} order by ${query.order ? by.replaceAll(' desc', '') : by}`,
    )
    for (const pageNumber of [1, 2, Math.ceil(rows.length / 20), 700]) {
      if (pageNumber < 1) continue
      const request = { pageNumber, pageSize: 20, ...query, sort, order: direction }
      const page: unknown = JSON.parse((await listPage(agency.db, policyList, request, visibility, 2026)).text)
      expect(page).toMatchObject({ totalRecords: rows.length, pageNumber })
      expect(idsOf(page)).toEqual(rows.slice((pageNumber - 1) * 20, pageNumber * 20).map(({ id }) => Number(id)))
    }
  }
})

test('POLICY-01 rows without a sort value are in their place', async () => {
  const dates = await owner.query<{ id: string; date: string }>(
    'select id, effective_date::text as date from policies order by effective_date, id',
  )
  const all = async (order: 'asc' | 'desc') => {
    const seen: number[] = []
    for (const pageNumber of [1, 2, 3]) {
      const request = { pageNumber, pageSize: 100, state: 'TX', sort: 'effectiveDate', order }
      seen.push(...idsOf(JSON.parse((await listPage(agency.db, policyList, request, everything, 2026)).text)))
    }
    const { rows } = await owner.query<{ id: string }>(
      `select id from policies where state = 'TX' order by effective_date ${order}, id ${order} limit 300`,
    )
    expect(seen).toEqual(rows.map(({ id }) => Number(id)))
  }
  try {
    await all('asc')
    const some = Array.from({ length: 14 }, (_, power) => dates.rows[2 ** power]?.id)
    await owner.query('update policies set effective_date = null where id = any($1)', [some])
    await all('asc')
    await all('desc')
  } finally {
    await owner.query(
      'update policies p set effective_date = was.date from unnest($1::bigint[], $2::date[]) as was (id, date) where was.id = p.id',
      [dates.rows.map(({ id }) => id), dates.rows.map(({ date }) => date)],
    )
  }
})

test('totals follow each change of policies, also when there were no hits before', async () => {
  const total = async () =>
    JSON.parse(
      (await listPage(agency.db, policyList, { pageNumber: 1, pageSize: 10, state: 'WY' }, everything, 2026)).text,
    ).totalRecords
  expect(await total()).toBe(0)
  await owner.query(`update policies set state = 'WY' where state = 'GA'`)
  expect(await total()).toBe(62)
  await owner.query(`update policies set state = 'GA' where state = 'WY' and id % 400 = 0`)
  expect(await total()).toBe(31)
})

test('a count of a rolled-back transaction is never reused, even at the same version', async () => {
  const total = async (db: Db) =>
    JSON.parse((await listPage(db, policyList, { pageNumber: 1, pageSize: 10, state: 'OH' }, everything, 2026)).text)
      .totalRecords
  await owner.query(`update policies set state = 'OH' where id <= 300`)
  expect(await total(agency.db)).toBe(300)
  const rolledBack = inTransaction(agency.db, async (db) => {
    await db.updateTable('policies').set({ state: 'OH' }).where('id', '<=', 400).execute()
    expect(await total(db)).toBe(400)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await owner.query(`update policies set state = 'FL' where id <= 50`)
  expect(await total(agency.db)).toBe(250)
})

test('changes of policies and agents do not wait for each other at commit, in either order', async () => {
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

function idsOf(page: unknown): number[] {
  if (typeof page !== 'object' || page === null || !('data' in page) || !Array.isArray(page.data)) return []
  return page.data.map((row: { id: number }) => row.id)
}
