import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let client: pg.Client
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public; grant usage on schema public to coverdesk_app')
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await write('0001-first.sql', 'create table first_things (id integer primary key)')
})

afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  return rows.map(({ name }) => name)
}

test('migrations run once, in order, and are recorded', async () => {
  await write('0002-second.sql', 'create table second_things (id integer references first_things)')
  expect(await migrate(database.url, folder)).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await tables()).toEqual(['first_things', 'migrations', 'second_things'])
})

test('a failed migration is rolled back, and earlier ones stay', async () => {
  await write('0002-second.sql', 'create table second_things (id integer); select 1 / 0')
  await expect(migrate(database.url, folder)).rejects.toThrow('0002-second.sql failed and was rolled back')
  expect(await tables()).toEqual(['first_things', 'migrations'])
})

test('a database of a newer version is rejected and unchanged', async () => {
  await write('0002-second.sql', 'create table second_things (id integer)')
  await migrate(database.url, folder)
  await rm(join(folder, '0002-second.sql'))
  await write('0003-third.sql', 'create table third_things (id integer)')
  await expect(migrate(database.url, folder)).rejects.toThrow('belongs to a newer version of Coverdesk')
  expect(await tables()).toEqual(['first_things', 'migrations', 'second_things'])
})

/** Files of three versions: each of the newer two says that the one before runs on it. */
async function writeVersions(): Promise<void> {
  await write('0002-marks.sql', 'alter table migrations add column runs_with integer')
  await write('0003-third.sql', '-- runs with: 0002\ncreate table third_things (id integer)')
  await write('0004-fourth.sql', '-- runs with: 0003\ncreate table fourth_things (id integer)')
}

test('P-87 a version starts with a warning on the schema of the one after it, and not on a later one', async () => {
  const warnings: string[] = []
  const start = () => migrate(database.url, folder, (sentence) => warnings.push(sentence))
  await writeVersions()
  await rm(join(folder, '0004-fourth.sql'))
  expect(await start()).toHaveLength(3)
  await rm(join(folder, '0003-third.sql'))
  expect(await start()).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('it holds the migration 0003-third.sql')])
  await writeVersions()
  expect(await start()).toEqual(['0004-fourth.sql'])
  await rm(join(folder, '0004-fourth.sql'))
  expect(await start()).toEqual([])
  expect(warnings).toHaveLength(2)
  await rm(join(folder, '0003-third.sql'))
  await expect(start()).rejects.toThrow('0004-fourth.sql, which this version does not know and cannot run with')
  expect(warnings).toHaveLength(2)
})

test('P-87 a version that lacks a migration of its own does not start beside one that it does not know', async () => {
  await writeVersions()
  await migrate(database.url, folder)
  await rm(join(folder, '0004-fourth.sql'))
  await client.query('delete from migrations where number = 3')
  await expect(migrate(database.url, folder)).rejects.toThrow('belongs to a newer version of Coverdesk')
})

test('a migration that was edited after it ran is rejected by name', async () => {
  await migrate(database.url, folder)
  await write('0001-first.sql', 'create table first_things (id bigint primary key)')
  await expect(migrate(database.url, folder)).rejects.toThrow('0001-first.sql was changed after it ran')
})

test('two nodes that start at once migrate in sequence', async () => {
  await write('0002-slow.sql', 'select pg_sleep(0.2); create table second_things (id integer)')
  const done = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
  expect(done.flat().sort()).toEqual(['0001-first.sql', '0002-slow.sql'])
})

test("the application's role can use new tables but not alter them", async () => {
  await migrate(database.url, folder)
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  try {
    await app.query('insert into first_things values (1)')
    await expect(app.query('drop table first_things')).rejects.toThrow('must be owner')
    await expect(app.query('create table mine (id integer)')).rejects.toThrow('permission denied')
  } finally {
    await app.end()
  }
})
