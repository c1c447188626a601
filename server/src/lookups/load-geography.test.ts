import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { loadGeography } from './load-geography.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await Promise.all([loadGeography(database.url, () => undefined), loadGeography(database.url, () => undefined)])
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

const count = async (sql: string) =>
  Number((await client.query<{ n: string }>(`select count(*) as n ${sql}`)).rows[0]?.n)

test('every county of Florida, Texas, Georgia and North Carolina is there', async () => {
  const { rows } = await client.query(
    `select s.code, count(*)::int as counties from counties c join states s on s.id = c.state_id
     where s.code in ('FL', 'TX', 'GA', 'NC') group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { code: 'FL', counties: 67 },
    { code: 'GA', counties: 159 },
    { code: 'NC', counties: 100 },
    { code: 'TX', counties: 254 },
  ])
})

test('each of the 51 states has cities, and a city has its zip codes in its county', async () => {
  expect(await count('from states s where not exists (select from cities c where c.state_id = s.id)')).toBe(0)
  const { rows } = await client.query(
    `select ci.name as city, co.name as county, s.code from zip_codes z join cities ci on ci.id = z.city_id
     join counties co on co.id = z.county_id join states s on s.id = co.state_id where z.zip = '33130'`,
  )
  expect(rows).toEqual([{ city: 'Miami', county: 'Miami-Dade', code: 'FL' }])
})

test('geography is loaded once, even by two nodes that start together, and a new county gets the next id', async () => {
  const before = await count('from zip_codes')
  expect(before).toBeGreaterThan(39_000)
  await loadGeography(database.url, () => undefined)
  expect(await count('from zip_codes')).toBe(before)
  await client.query('begin')
  await client.query(`insert into counties (fips, state_id, name) values ('12999', 12, 'New County')`)
  await client.query('rollback')
})
