import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { proveFieldSecret } from './prove-field-secret.ts'
import { reseal } from './reseal.ts'
import { fieldSealer } from './sealed-field.ts'

const [first, second, third] = ['first', 'second', 'third'].map((word) => `${word}-secret-0123456789-abcdefghijklm`)
let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('delete from seal_check; delete from outbox'))

const before = fieldSealer(first ?? '')
const rotating = fieldSealer(second ?? '', [first ?? ''])
const after = fieldSealer(second ?? '')
const contentOf = (id: string) => ({ table: 'outbox', row: id, column: 'content_sealed' })

async function fillOutbox(count: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select gen_random_uuid() as id from generate_series(1, $1)', [
    count,
  ])
  for (const { id } of rows)
    await owner.query(
      `insert into outbox (id, channel, kind, recipient, language, content_sealed) values ($1, 'email', 'welcome', 'a@b.test', 'en', $2)`,
      [id, before.seal(contentOf(id), `text of ${id}`)],
    )
}

async function texts(sealer: typeof after): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; content_sealed: Buffer }>('select id, content_sealed from outbox')
  return rows.map(({ id, content_sealed }) => `${id}: ${sealer.open(contentOf(id), content_sealed)}`)
}

test('P-65 a database sealed with another FIELD_SECRET refuses the start and says what to do', async () => {
  await proveFieldSecret(database.url, before)
  await proveFieldSecret(database.url, before)
  await expect(proveFieldSecret(database.url, after)).rejects.toThrow(
    'This database was sealed with another FIELD_SECRET. Set that one; or, to replace it, put it into FIELD_SECRET_OLD and run bin/coverdesk reseal.',
  )
  await proveFieldSecret(database.url, rotating)
})

test('P-65 resealing puts every value under the new secret, loses none, and only then is the old one not needed', async () => {
  await proveFieldSecret(database.url, before)
  await fillOutbox(450)
  const wanted = await texts(before)
  await expect(proveFieldSecret(database.url, after)).rejects.toThrow()
  expect(await reseal(database.url, rotating)).toBe(451)
  await proveFieldSecret(database.url, after)
  expect((await texts(after)).toSorted()).toEqual(wanted.toSorted())
  expect(await reseal(database.url, rotating)).toBe(0)
})

test('P-65 rotation under load loses nothing: values written during it stay unchanged', async () => {
  await proveFieldSecret(database.url, before)
  await fillOutbox(400)
  const writer = new pg.Client({ connectionString: database.appUrl })
  await writer.connect()
  const written = new Map<string, string>()
  let working = true
  const writing = (async () => {
    const { rows } = await writer.query<{ id: string }>('select id from outbox order by id')
    for (let at = 0; working; at = (at + 7) % rows.length) {
      const id = rows[at]?.id ?? ''
      const text = `written ${written.size} ${Math.random()}`
      await writer.query('update outbox set content_sealed = $2 where id = $1', [
        id,
        rotating.seal(contentOf(id), text),
      ])
      written.set(id, text)
    }
  })()
  await reseal(database.url, rotating)
  working = false
  await writing
  await writer.end()
  expect(written.size).toBeGreaterThan(5)
  const found = await texts(after)
  expect(found).toHaveLength(400)
  for (const [id, text] of written) expect(found).toContain(`${id}: ${text}`)
})

test('P-65 a value sealed with an unknown secret stops the resealing, and nothing is lost', async () => {
  await fillOutbox(3)
  await expect(reseal(database.url, fieldSealer(second ?? '', [third ?? '']))).rejects.toThrow(
    'A sealed value cannot be opened',
  )
  expect(await texts(before)).toHaveLength(3)
})
