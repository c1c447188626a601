import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { carriers } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { changeCarrier, termsFrom } from './carrier-samples.ts'
import { readKnownCarriers } from './known-carriers.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent', 'administrator'] })
})
afterEach(() => agency.close())

const blank = { code: '', aliases: [], issuerIds: [], phone: '', portalUrl: '', disputeDays: 90 }

test('A-121 a new agency has no carriers; an administrator creates one with all fields, and forms offer it', async () => {
  expect(await admin.call(lookups.carriers, {})).toEqual([])
  const made = await admin.call(carriers.create, {
    name: 'Sunrise Health',
    code: 'SUN',
    aliases: ['Sunrise Health Plan Inc.', 'SRHP'],
    issuerIds: ['12345 FL', '54321, tx'],
    phone: '(305) 555-0100',
    portalUrl: 'broker.sunrise.example',
    disputeDays: '45',
  })
  expect(made).toMatchObject({
    version: 1,
    name: 'Sunrise Health',
    code: 'SUN',
    phone: '3055550100',
    disputeDays: 45,
    active: true,
    aliases: ['SRHP', 'Sunrise Health Plan Inc.'],
    portalUrl: 'https://broker.sunrise.example',
    issuerIds: [
      { issuerId: '12345', state: 'FL' },
      { issuerId: '54321', state: 'TX' },
    ],
  })
  expect(await admin.call(lookups.carriers, {})).toEqual([
    { id: made.id, name: 'Sunrise Health', portalUrl: 'https://broker.sunrise.example' },
  ])
  const page = await admin.call(carriers.list, { name: 'srh' })
  expect(page.data).toEqual([made])
  expect((await admin.call(carriers.list, { name: '1234' })).totalRecords).toBe(1)
  expect((await admin.call(carriers.list, { state: 'TX' })).totalRecords).toBe(1)
  expect((await admin.call(carriers.list, { state: 'GA' })).totalRecords).toBe(0)
  const { rows } = await sql`select facts from audit_events where entity = 'carrier' and action = 'create'`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ facts: expect.objectContaining({ carrier: 'Sunrise Health', change: 'Created' }) }])
})

test('A-121 carriers cannot share a name, code or alias, ignoring case and punctuation, or a HIOS id; the message names the other carrier', async () => {
  await admin.call(carriers.create, {
    ...blank,
    name: 'Bay Care',
    code: 'BAY',
    aliases: ['Baycare Insurance'],
    issuerIds: ['77777 GA'],
  })
  const taken = async (fields: object) =>
    await refusal(admin.call(carriers.create, { ...blank, name: 'Other', ...fields }))
  for (const [fields, path] of [
    [{ name: 'bay-care' }, 'name'],
    [{ name: 'BAY' }, 'name'],
    [{ code: 'baycare insurance' }, 'code'],
    [{ aliases: ['Fine', 'Bay, Care.'] }, 'aliases'],
  ] as const)
    expect(await taken(fields), JSON.stringify(fields)).toMatchObject({
      code: 'carrier.name_taken',
      message: expect.stringContaining('is a name of Bay Care'),
      details: [expect.objectContaining({ path })],
    })
  expect(await taken({ issuerIds: ['77777 TX'] })).toMatchObject({
    code: 'carrier.issuer_taken',
    message: '77777 in Georgia belongs to Bay Care',
  })
  // Concurrent inserts hit the constraint, which has the same message.
  const both = await Promise.allSettled(
    ['Race Health', 'RACE HEALTH'].map((name) => admin.call(carriers.create, { ...blank, name })),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(JSON.stringify(both.map((one) => (one.status === 'rejected' ? one.reason.code : '')))).toContain(
    'carrier.name_taken',
  )
})

test('A-121 invalid carrier data is rejected with a message that says what to do', async () => {
  const refused = async (fields: object) =>
    (await refusal(admin.call(carriers.create, { ...blank, name: 'Wrong', ...fields }))).details
  for (const [fields, message] of [
    [{ name: ' ' }, 'Name is required'],
    [{ name: ' - ' }, 'Name needs a letter or digit'],
    [{ issuerIds: ['1234 FL'] }, "'1234 FL' is not five digits and a state, such as 16842 FL"],
    [{ issuerIds: ['12399 FL', '12399 TX'] }, 'Listed twice: 12399 TX'],
    [{ aliases: ['Twice', 'twice'] }, 'Listed twice: twice'],
    [{ portalUrl: 'javascript:alert(1)' }, 'Must be a web address, such as https://broker.example.com'],
    [{ phone: '123' }, 'Not a Phone'],
    [{ disputeDays: 0 }, 'Days from 1 to 730'],
    [{ disputeDays: 'soon' }, 'Days from 1 to 730'],
  ] as const)
    expect(await refused(fields), JSON.stringify(fields)).toEqual([expect.objectContaining({ message })])
  expect((await admin.call(carriers.list, { name: 'Wrong' })).totalRecords).toBe(0)
})

test('P-74 an edit based on an older version is rejected with what changed since, and saving unchanged data changes nothing', async () => {
  const made = await admin.call(carriers.create, { ...blank, name: 'Version Health', aliases: ['VH One'] })
  const form = { ...blank, id: made.id, version: 1, name: 'Version Health', aliases: ['VH One'] }
  expect(await admin.call(carriers.edit, form)).toEqual(made)
  const saved = await admin.call(carriers.edit, {
    ...form,
    name: 'VH One',
    aliases: ['Version Health'],
    disputeDays: 60,
  })
  expect(saved).toMatchObject({ version: 2, name: 'VH One', aliases: ['Version Health'], disputeDays: 60 })
  const conflict = await refusal(admin.call(carriers.edit, { ...form, phone: '3055550199' }))
  expect(conflict).toMatchObject({ code: 'record.changed', details: { version: 2 } })
  expect(JSON.stringify(conflict.details)).toContain('Dispute window (days)')
  expect((await admin.call(carriers.history, { id: made.id })).map(({ action }) => action)).toEqual([
    'Created',
    'Changed',
  ])
})

test('A-121 a carrier has other terms from a month on, which an edit returns as GET answered them', async () => {
  const [january, july] = [
    termsFrom(1, { newPeriod: 'twelve' }),
    termsFrom(7, { arrears: 1, tolerance: '2.50', termDateMeans: 'next', graceDays: 30 }),
  ]
  const made = await admin.call(carriers.create, {
    ...blank,
    name: 'Harbor Health',
    laterTerms: [{ ...july, from: '7/2026', arrears: '1' }, january],
  })
  expect(made.laterTerms).toEqual([january, july])
  expect(await changeCarrier(admin, made.id, {})).toEqual(made)
  expect(await changeCarrier(admin, made.id, { laterTerms: [july] })).toMatchObject({ version: 2, laterTerms: [july] })
  const twice = await refusal(changeCarrier(admin, made.id, { laterTerms: [termsFrom(3), termsFrom(3)] }))
  expect(twice.details).toEqual([{ path: 'laterTerms.1.from', message: 'Another change is of this month' }])
  const bad = await refusal(changeCarrier(admin, made.id, { laterTerms: [{ ...july, from: '', arrears: '13' }] }))
  expect(bad.details).toEqual([
    { path: 'laterTerms.0.arrears', message: 'Whole months from 0 to 12' },
    { path: 'laterTerms.0.from', message: 'Month is required' },
  ])
})

test('A-121 an inactive carrier is not offered, its records stay, and it can be activated again', async () => {
  const made = await admin.call(carriers.create, { ...blank, name: 'Leaving Health' })
  await sql`
    insert into policies (carrier_id, policy_number, first_name, last_name) values (${made.id}, 'L1', 'Ida', 'Stay')`.execute(
    agency.db,
  )
  const offered = async () => (await admin.call(lookups.carriers, {})).map(({ name }) => name)
  const stopped = await admin.call(carriers.setActive, { id: made.id, version: 1, active: false })
  expect(stopped).toMatchObject({ version: 2, active: false })
  expect(await offered()).not.toContain('Leaving Health')
  expect((await admin.call(carriers.list, { status: 'inactive' })).data).toEqual([stopped])
  expect((await sql`select 1 from policies where carrier_id = ${made.id}`.execute(agency.db)).rows).toHaveLength(1)
  expect((await refusal(admin.call(carriers.setActive, { id: made.id, version: 1, active: true }))).code).toBe(
    'record.changed',
  )
  await admin.call(carriers.setActive, { id: made.id, version: 2, active: true })
  expect(await offered()).toContain('Leaving Health')
})

test('A-121 known carriers are listed by state and added in one step with the ids of those states; existing ones are skipped', async () => {
  const inFlorida = await admin.call(carriers.known, { states: 'FL' })
  expect(inFlorida.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Ambetter', 'Florida Blue', 'Molina', 'Oscar']),
  )
  expect(inFlorida.every(({ states }) => states.includes('FL'))).toBe(true)
  await admin.call(carriers.create, { ...blank, name: 'Florida-Blue' })
  const answer = await admin.call(carriers.addKnown, {
    keys: ['ambetter', 'floridablue', 'molina'],
    states: ['FL', 'TX'],
  })
  expect(answer).toEqual({
    added: ['Ambetter', 'Molina'],
    skipped: [{ name: 'Florida Blue', why: 'Already there as Florida-Blue' }],
  })
  const [molina] = (await admin.call(carriers.list, { name: 'Molina' })).data
  expect(molina).toMatchObject({
    issuerIds: [
      { issuerId: '54172', state: 'FL' },
      { issuerId: '45786', state: 'TX' },
    ],
    aliases: expect.arrayContaining(['Molina Healthcare']),
    disputeDays: 90,
  })
  const again = await admin.call(carriers.known, {})
  expect(
    again
      .filter(({ added }) => added)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['ambetter', 'floridablue', 'molina'])
  expect((await refusal(admin.call(carriers.addKnown, { keys: ['nobody'], states: [] }))).code).toBe('request.invalid')
})

test('A-121 there are at least 60 known carriers with states, and all can be added to one agency', async () => {
  const known = await readKnownCarriers()
  expect(known.length).toBeGreaterThanOrEqual(60)
  expect(known.filter(({ states }) => states.length === 0)).toEqual([])
  // Each HIOS id has a source: confidence 'none' is for carriers without ids.
  const entries = readFileSync(join(import.meta.dirname, 'known-carriers.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'))
  expect(entries).toHaveLength(known.length)
  for (const [key, , , , , , issuerIds, source] of entries)
    expect(issuerIds ? ['cms', 'exchange'] : ['none'], key).toContain(source)
  const own = await startTestApp()
  try {
    const person = await own.person({ roles: ['administrator'] })
    const answer = await person.call(carriers.addKnown, { keys: known.map(({ key }) => key), states: [] })
    expect(answer).toEqual({ added: known.map(({ name }) => name), skipped: [] })
  } finally {
    await own.close()
  }
})

test('A-121 only administrators may maintain carriers', async () => {
  const person = await agency.person({ roles: ['agent', 'securityadmin'], claims: ['admin.Policy', 'admin.Statement'] })
  expect((await refusal(person.call(carriers.list, {}))).code).toBe('right.missing')
  expect((await refusal(person.call(carriers.create, { ...blank, name: 'No' }))).code).toBe('right.missing')
})
