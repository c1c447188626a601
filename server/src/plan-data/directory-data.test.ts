import { gzipSync } from 'node:zlib'
import { planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gunzipped } from '../platform/imports/gunzipped.ts'
import { drugRecords, providerRecords } from '../testing/directory-files.ts'
import { makeFileWorld, networkFile } from '../testing/plan-files.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['administrator'] })
})
afterEach(() => agency.close())

const world = makeFileWorld()
const issuer = world.issuers[0]?.id ?? ''
const scope = { year: 2027, source: issuer }
const load = (content: unknown, name: string, more: { dryRun?: boolean; year?: number; source?: string } = {}) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return admin.call(planData.upload, { ...scope, ...more }, { text, name, type: 'application/octet-stream' })
}
const loads = async () => (await admin.call(planData.list, { pageSize: 50 })).data
const stored = async () => {
  const { rows } = await sql<{ providers: number; drugs: number; current: number }>`
    select (select count(*) from plan_providers)::int as providers, (select count(*) from plan_drugs)::int as drugs,
      (select count(*) from plan_files where is_current)::int as current`.execute(agency.db)
  return rows[0]
}

test("P-55 an insurer's doctors and drugs are loaded for its plans and year, and the year says so", async () => {
  const checked = await load(providerRecords(world, issuer), 'providers.json', { dryRun: true })
  // One record is of the year before.
  expect(checked).toMatchObject({ state: 'checked', planFiles: [{ kind: 'providers', rows: 6, skipped: 1 }] })
  expect(await stored()).toEqual({ providers: 0, drugs: 0, current: 0 })
  await load(`\uFEFF${JSON.stringify(providerRecords(world, issuer), null, 2)}`, 'providers.json')
  await load(drugRecords(world, issuer), 'formulary.JSON')
  expect(await stored()).toEqual({ providers: 5, drugs: 3, current: 2 })
  expect(await admin.call(planData.sets, {})).toMatchObject([
    { ...scope, kinds: ['drugs', 'providers'], missing: [], plans: 7, states: ['FL'] },
  ])
  expect((await loads())[0]).toMatchObject({ kinds: ['drugs'], rows: 3, state: 'loaded', mayUndo: true })
  const { rows } = await sql`select name, about, accepting, plans->0 as plan from plan_providers
    where npi = '9000000001'`.execute(agency.db)
  expect(rows).toMatchObject([
    { name: 'Ximena Q Ozorio', about: 'Cardiology, Miami', accepting: 'accepting', plan: { tier: 'PREFERRED' } },
  ])
})

test('P-55 P-56 a file packed as .gz is opened while it arrives, and a damaged or too large one is refused with the reason', async () => {
  const packed = gzipSync(JSON.stringify(providerRecords(world, issuer)))
  const loadPacked = (content: Buffer, name: string) =>
    admin.call(planData.upload, scope, { text: content, name, type: 'application/gzip' })
  expect(await loadPacked(packed, 'providers.json.gz')).toMatchObject({ state: 'loaded' })
  const drugs = gzipSync(JSON.stringify(drugRecords(world, issuer)))
  expect(await loadPacked(drugs, 'drugs.gz')).toMatchObject({ planFiles: [{ kind: 'drugs', rows: 3 }] })
  const before = await stored()
  for (const damaged of [packed.subarray(0, packed.length - 20), Buffer.from('not packed'), Buffer.alloc(0)])
    expect(await refusal(loadPacked(damaged, 'providers.json.gz'))).toMatchObject({ code: 'upload.unreadable' })
  expect(await stored()).toEqual(before)
  const read = async (bytes: AsyncIterable<Uint8Array>) => {
    let opened = 0
    for await (const piece of bytes) opened += piece.length
    return opened
  }
  let taken = 0
  const bomb = gzipSync(Buffer.alloc(200_000_000))
  const arriving = async function* () {
    for (let at = 0; at < bomb.length; at += 1_000) {
      taken++
      yield bomb.subarray(at, at + 1_000)
    }
  }
  await expect(read(gunzipped(arriving(), 1024 ** 2))).rejects.toMatchObject({
    message: expect.stringMatching(/Couldn't read the \.gz file: it opens to more than/),
  })
  expect(taken, 'the rest is not opened').toBeLessThan(bomb.length / 1_000)
  expect(await read(gunzipped(arriving()))).toBe(200_000_000)
  const stopping = async function* () {
    yield packed.subarray(0, 40)
    throw new Error('The upload stopped')
  }
  await expect(read(gunzipped(stopping()))).rejects.toThrow('The upload stopped')
})

test('P-56 a record that is not valid refuses the file and names record and field, and leaves what is in use', async () => {
  await load(providerRecords(world, issuer), 'providers.json')
  const before = await stored()
  const broken = providerRecords(world, issuer).map((record, at) =>
    at === 1
      ? { ...record, npi: '12-34' }
      : at === 2
        ? { ...record, plans: [{ plan_id: '1', years: [2027] }] }
        : record,
  )
  const checked = await load(broken, 'new.json', { dryRun: true })
  expect(checked).toMatchObject({ state: 'refused', message: '2 of 6 rows are not valid; nothing was loaded' })
  expect(checked.problems).toMatchObject([
    { line: 2, column: 'npi', value: '12-34', reason: 'must be the ten digits of an NPI', key: 'new.json' },
    { line: 3, column: 'plans[0].plan_id', value: '1', reason: 'must be a plan id such as 12345FL0010001' },
  ])
  expect(await refusal(load(broken, 'new.json'))).toMatchObject({ code: 'upload.rows_refused' })
  const [drug] = drugRecords(world, issuer)
  const bad = await load([{ ...drug, drug_name: '', plans: 'all' }], 'drugs.json', { dryRun: true })
  expect(bad.problems).toMatchObject([{ line: 1, column: 'drug_name', reason: 'must be the name of the drug' }])
  const nameless = { ...providerRecords(world, issuer)[0], name: {} }
  expect((await load([nameless], 'x.json', { dryRun: true })).problems).toMatchObject([
    { line: 1, column: 'name', reason: 'must be the name of the provider' },
  ])
  expect(await stored()).toEqual(before)
})

test.each([
  ['[{"npi": "9000000001",', 'upload.unreadable', 'x.json is no valid JSON after its beginning'],
  ['[]', 'upload.unreadable', 'x.json holds no records'],
  ['npi,name', 'upload.unreadable', 'x.json is no valid JSON after its beginning'],
  ['', 'upload.unreadable', null],
  ['{"provider_urls": ["https://a.example/p.json"]}', 'upload.columns_missing', /is the index of an insurer/],
  ['[{"plan_id": "1"}]', 'upload.columns_missing', /its first record has neither npi nor rxnorm_id$/],
  ['["a", null]', 'upload.columns_missing', /its first record has neither npi nor rxnorm_id$/],
])('P-56 %s is refused with a sentence', async (text, code, message) => {
  expect(await refusal(load(text, 'x.json'))).toMatchObject({
    code,
    ...(message === null ? {} : { message: message instanceof RegExp ? expect.stringMatching(message) : message }),
  })
  expect(await stored()).toMatchObject({ providers: 0, current: 0 })
})

test('P-56 files of an insurer need the insurer as source, and files of plans an exchange', async () => {
  expect(await refusal(load(providerRecords(world, issuer), 'p.json', { source: 'FFM' }))).toMatchObject({
    message: 'p.json is a file of an insurer. Choose the insurer as its source, not an exchange',
  })
  expect(await refusal(load([...networkFile(world)].join(''), 'network.csv'))).toMatchObject({
    message: 'network.csv is no .json file, as the doctors and drugs of an insurer are',
  })
})

test('P-57 P-60 the files of one insurer replace only its own, and an undo brings them back', async () => {
  const other = world.issuers[1]?.id ?? ''
  await load(drugRecords(world, issuer), 'old.json')
  await load(drugRecords(world, other), 'other.json', { source: other })
  expect(await refusal(load(drugRecords(world, issuer), 'again.json'))).toMatchObject({ code: 'upload.duplicate' })
  await load(drugRecords(world, issuer).slice(1), 'new.json')
  expect(await stored()).toMatchObject({ drugs: 8, current: 2 })
  const [newest] = await loads()
  expect(newest).toMatchObject({ fileName: 'new.json', mayUndo: true })
  expect(await admin.call(planData.undo, { loadId: newest?.id ?? 0 })).toMatchObject({ state: 'undone' })
  expect(await stored()).toMatchObject({ drugs: 6, current: 2 })
  expect((await loads()).filter(({ mayUndo }) => mayUndo).map(({ fileName }) => fileName)).toEqual([
    'other.json',
    'old.json',
  ])
})
