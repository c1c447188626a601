import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../second-factor/factor-test-person.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { child, mariaVega, spouse, testCard } from './offline-test-people.ts'

let agency: TestApp
let agent: Person
let office: Person
const claims = ['view.OfflineApp']
let names = 0
/** A last name unique to each test. */
const newName = () => `Vega${++names}x`

beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims, npn: '7001' })
  office = await agency.person({ roles: ['agent'], claims: ['admin.OfflineApp'] })
})
afterEach(() => agency.close())

const submit = async (person: Person, other = {}) => (await person.call(offline.submit, mariaVega(other))).applicationId
const listed = async (person: Person, filters = {}) =>
  (await person.call(offline.list, { pageSize: 500, ...filters })).data.map(({ applicationId }) => applicationId)

test('OFFLINE-24 OFFLINE-11 OFFLINE-12 OFFLINE-13 OFFLINE-14 OFFLINE-15 an application posted over the API is stored with all its fields and members', async () => {
  const typed = mariaVega({
    ...testCard,
    middleName: 'Inés',
    cardMiddleName: 'I.',
    sourceId: 1,
    first_time_on_marketplace: true,
    email: 'maria@vega.example',
    married: true,
    totalMembers: 3,
    annualHouseholdIncome: 60500,
    accountingServiceRequested: true,
    planSelected: 'Silver 73',
    monthlyPayment: '12.5',
    offlineAppMembers: [spouse, child],
  })
  const { applicationId } = await agent.call(offline.submit, typed)
  const stored = await agent.call(offline.one, { id: applicationId })
  expect(stored).toMatchObject({
    applicationId,
    sourceId: 1,
    source: 'Referral',
    first_time_on_marketplace: true,
    firstName: 'Maria',
    middleName: 'Inés',
    lastName: 'Vega',
    dob: '1988-03-14',
    sex: 'F',
    ssnLast4: '3456',
    apply: true,
    migratoryStatus: 'resident',
    phone: '3055550142',
    email: 'maria@vega.example',
    language: 'es',
    address: '12 Ocean Drive',
    zipCode: '33139',
    city: 'Miami Beach',
    state: 'FL',
    married: true,
    totalMembers: 3,
    annualHouseholdIncome: '60500.00',
    accountingServiceRequested: true,
    typeOfIncome: 'employed',
    annualIncome: '42500.00',
    employerName: 'Bayside Laundry',
    employerPhone: '3055550188',
    planSelected: 'Silver 73',
    monthlyPayment: '12.50',
    cardLast4: '1111',
    cardBrand: 'Visa',
    cardExpDate: '11/31',
    cardFirstName: 'Maria',
    cardMiddleName: 'I.',
    cardLastName: 'Vega',
    processedDate: null,
    held: false,
    revealBy: null,
  })
  expect(stored.offlineAppMembers).toMatchObject([
    {
      relation: 'spouse',
      firstName: 'Luis',
      ssnLast4: '4321',
      typeOfIncome: 'self_employed',
      annualIncome: '18000.00',
    },
    { relation: 'child', firstName: 'Ana', dob: '2016-11-21', ssnLast4: null, typeOfIncome: null },
  ])
})

test('OFFLINE-24 invalid data is refused with 400, every problem at its field, and nothing is stored', async () => {
  const before = await listed(agent)
  const refused = agent.call(
    offline.submit,
    mariaVega({ phone: '12', sex: 'X', cardNumber: '4111', sourceId: 99, offlineAppMembers: [{ ...child, dob: 'x' }] }),
  )
  await expect(refused).rejects.toMatchObject({
    code: 'request.invalid',
    status: 400,
    details: expect.arrayContaining([
      { path: 'phone', message: 'Not a Phone' },
      { path: 'sex', message: 'Not valid' },
      { path: 'cardNumber', message: 'Not a card number' },
      { path: 'sourceId', message: 'Not a source' },
      { path: 'offlineAppMembers.0.dob', message: 'Must be valid date' },
    ]),
  })
  const withOwner = { ...mariaVega({}), ownerId: 1 }
  await expect(agent.call(offline.submit, withOwner)).rejects.toMatchObject({
    status: 400,
  })
  await expect(agent.call(offline.submit, mariaVega({ firstName: 'A\u0000' }))).rejects.toMatchObject({ status: 400 })
  expect(await listed(agent)).toEqual(before)
})

test('OFFLINE-20 CONST-10 age is computed in the agency’s time zone', async () => {
  agency.setClock(() => new Date('2026-11-21T03:00:00Z'))
  await expect(submit(agent, { dob: '2008-11-21' })).rejects.toMatchObject({
    details: [{ path: 'dob', message: 'Must be 18+' }],
  })
  agency.setClock(() => new Date('2026-11-21T06:00:00Z'))
  await submit(agent, { dob: '2008-11-21' })
  agency.setClock(() => new Date())
})

test('P-75 P-85 the same submission sent again, also concurrently, creates one application', async () => {
  const lastName = newName()
  const typed = mariaVega({ lastName, submissionId: crypto.randomUUID(), ...testCard, offlineAppMembers: [spouse] })
  const answers = await Promise.all([1, 2, 3, 4].map(() => agent.call(offline.submit, typed)))
  const ids = new Set(answers.map(({ applicationId }) => applicationId))
  expect(ids.size).toBe(1)
  expect(await listed(agent, { applicant: lastName })).toEqual([...ids])
  await expect(agent.call(offline.submit, { ...typed, city: 'Hialeah' })).rejects.toMatchObject({
    code: 'offline.submission_reused',
  })
  const other = await agency.person({ roles: ['agent'], claims })
  expect((await other.call(offline.submit, typed)).applicationId).not.toBe([...ids][0])
})

test('OFFLINE-23 A-072 P-30 the list shows and filters by applicant, phone, email, source, day and processed mark; its export has the same rows', async () => {
  agency.setClock(() => new Date('2026-03-02T17:00:00Z'))
  const lastName = newName()
  const mine = { lastName, firstName: 'José', email: `${lastName}@vega.example`, phone: '7865550101', sourceId: 2 }
  const first = await submit(agent, { ...mine, planSelected: 'Bronze 60', offlineAppMembers: [spouse, child] })
  agency.setClock(() => new Date('2026-03-04T04:30:00Z'))
  const second = await submit(agent, { ...mine, phone: '7865550202', sourceId: 3 })
  agency.setClock(() => new Date())
  const { data } = await agent.call(offline.list, { applicant: lastName })
  expect(data).toMatchObject([
    { applicationId: second },
    {
      applicationId: first,
      applicant: `José ${lastName}`,
      phone: '7865550101',
      email: `${lastName}@vega.example`,
      plan: 'Bronze 60',
      members: 2,
      source: 'Website',
      createdDate: '2026-03-02T17:00:00.000Z',
      processedDate: null,
    },
  ])
  const mineWith = (filters: object) => listed(agent, { applicant: lastName, ...filters })
  expect(await mineWith({ applicant: `jose ${lastName}` })).toEqual([second, first])
  expect(await mineWith({ phone: '(786) 555-0101' })).toEqual([first])
  expect(await mineWith({ email: lastName.toUpperCase() })).toEqual([second, first])
  expect(await mineWith({ source: 3 })).toEqual([second])
  expect(await mineWith({ createdFrom: '2026-03-03' })).toEqual([second])
  expect(await mineWith({ createdTo: '2026-03-03' })).toEqual([second, first])
  expect(await mineWith({ createdTo: '2026-03-02' })).toEqual([first])
  expect(await mineWith({ sort: 'applicationId', order: 'asc' })).toEqual([first, second])
  const opened = await office.call(offline.one, { id: first })
  await office.call(offline.process, { id: first, version: opened.version, processed: true })
  expect(await mineWith({ processed: 'yes' })).toEqual([first])
  expect(await mineWith({ processed: 'no' })).toEqual([second])
  const file = await agency.app.inject({
    url: '/api/OfflineApp',
    query: { applicant: lastName },
    headers: { authorization: `Bearer ${agent.token}`, accept: 'text/csv' },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body.split('\n').filter((line) => line.includes(lastName))).toHaveLength(2)
})

test('OFFLINE-23 A-072 P-26 users see their own applications and those of agents opened to them; with admin.OfflineApp all', async () => {
  const other = await agency.person({ roles: ['agent'], claims, npn: '7002' })
  const clerk = await agency.person({ roles: ['agent'], claims })
  const opened = await agency.person({ roles: ['agent'], claims, visibility: [[String(other.agentId), 'OfflineApp']] })
  const elsewhere = await agency.person({ roles: ['agent'], claims, visibility: [[String(other.agentId), 'Policy']] })
  const ofOther = await submit(other)
  const ofClerk = await submit(clerk)
  const ofOpened = await submit(opened)
  expect(await listed(clerk)).toEqual([ofClerk])
  expect(await listed(other)).toEqual([ofOther])
  expect((await listed(opened)).toSorted()).toEqual([ofOther, ofOpened].toSorted())
  expect(await listed(elsewhere)).toEqual([])
  expect(await listed(office)).toEqual(expect.arrayContaining([ofOther, ofClerk, ofOpened]))
  await expect(clerk.call(offline.one, { id: ofOther })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(offline.process, { id: ofOther, version: 1, processed: true })).rejects.toMatchObject({
    status: 403,
  })
  expect((await opened.call(offline.one, { id: ofOther })).lastName).toBe('Vega')
})

test('OFFLINE-22 an initial note is added to the new application, an empty one is not, and others do not see it', async () => {
  const of = (entityId: number) => ({ entityMetadataId: notedKinds.offline.id, entityId })
  const noted = await submit(agent, { note: '  Came with her mother.\nCall after 5.  ' })
  expect(await agent.call(notes.list, of(noted))).toMatchObject([{ noteBody: 'Came with her mother.\nCall after 5.' }])
  for (const note of [undefined, '', '  \n '])
    expect(await agent.call(notes.list, of(await submit(agent, { note })))).toEqual([])
  const otherAgent = await agency.person({ roles: ['agent'], claims, npn: '7005' })
  await expect(otherAgent.call(notes.list, of(noted))).rejects.toMatchObject({ status: 404 })
  expect(await office.call(notes.list, of(noted))).toHaveLength(1)
})

test('ACCESS-18 without the claim, or with it but without the agent role, every request is refused', async () => {
  for (const wish of [{ roles: ['agent' as const] }, { roles: ['customer' as const], claims }]) {
    const person = await agency.person(wish)
    await expect(person.call(offline.list, {})).rejects.toMatchObject({ status: 403 })
    await expect(person.call(offline.submit, mariaVega({}))).rejects.toMatchObject({ status: 403 })
  }
  await expect(callAs(agency.app, null, offline.list, {})).rejects.toMatchObject({ status: 401 })
})

test('P-74 when two mark the same version, one succeeds and the other sees who changed what', async () => {
  const id = await submit(agent)
  const marks = await Promise.allSettled(
    [true, true].map((processed) => office.call(offline.process, { id, version: 1, processed })),
  )
  const [won] = marks.filter((mark) => mark.status === 'fulfilled')
  const [lost] = marks.filter((mark) => mark.status === 'rejected')
  expect(won?.value).toMatchObject({ version: 2, processedDate: expect.any(String), processedBy: expect.any(String) })
  expect(lost?.reason).toMatchObject({
    code: 'record.changed',
    details: { version: 2, since: [{ action: 'Processed', changes: [{ field: 'Processed', old: 'No', new: 'Yes' }] }] },
  })
  const reopened = await office.call(offline.process, { id, version: 2, processed: false })
  expect(reopened).toMatchObject({ version: 3, processedDate: null, processedBy: null })
})

test('P-85 a draft is stored for its user and deleted after the submit and after 14 days', async () => {
  const typist = await agency.person({ roles: ['agent'], claims })
  expect(await typist.call(offline.draft, {})).toBeNull()
  const values = { ...draft(), firstName: 'Mari', offlineAppMembers: [{ ...child, ssn: '' as const }] }
  await typist.call(offline.keepDraft, { values })
  const { savedAt } = await typist.call(offline.keepDraft, { values: { ...values, firstName: 'Maria' } })
  const stored = await typist.call(offline.draft, {})
  expect(stored).toMatchObject({ savedAt, values: { firstName: 'Maria', offlineAppMembers: [{ firstName: 'Ana' }] } })
  expect(await agent.call(offline.draft, {})).toBeNull()

  const later = (days: number) => agency.setClock(() => new Date(Date.parse(savedAt) + days * 86_400_000))
  later(13.9)
  expect(await typist.call(offline.draft, {})).not.toBeNull()
  later(14.1)
  expect(await typist.call(offline.draft, {})).toBeNull()
  agency.setClock(() => new Date())

  await submit(typist)
  expect(await typist.call(offline.draft, {})).toBeNull()
  await typist.call(offline.keepDraft, { values })
  await typist.call(offline.dropDraft, {})
  expect(await typist.call(offline.draft, {})).toBeNull()
  const withCard = { ...values, cardNumber: '4111111111111111' }
  await expect(typist.call(offline.keepDraft, { values: withCard })).rejects.toMatchObject({ status: 400 })
})

test('P-70 P-73 reading a draft leaves an audit event, and a read without a draft leaves none', async () => {
  const typist = await agency.person({ roles: ['agent'], claims })
  const reads = async () => {
    const { rows } = await sql`
      select entity_id, outcome from audit_events where user_id = ${typist.userId} and entity = 'offline-draft'`.execute(
      agency.db,
    )
    return rows
  }
  await typist.call(offline.draft, {})
  await typist.call(offline.keepDraft, { values: { ...draft(), offlineAppMembers: [] } })
  expect(await reads()).toEqual([])
  await typist.call(offline.draft, {})
  expect(await reads()).toEqual([{ entity_id: String(typist.userId), outcome: 'done' }])
})

const draft = () => {
  const { ssn: _, ...rest } = mariaVega({})
  return rest
}

test('A-119 a zip code has its cities, an unknown one none', async () => {
  await asOwner(agency, `insert into cities (state_id, name) values (12, 'Miami Beach')`)
  await asOwner(agency, `insert into counties (fips, state_id, name) values ('12086', 12, 'Miami-Dade')`)
  await asOwner(
    agency,
    `insert into zip_codes (zip, city_id, county_id) select '33139', c.id, k.id from cities c, counties k where c.name = 'Miami Beach'`,
  )
  const { lookups } = await import('@coverdesk/domain/lookups/lookup-contract.ts')
  expect(await agent.call(lookups.zipCode, { zip: '33139' })).toMatchObject([{ name: 'Miami Beach', state: 'FL' }])
  expect(await agent.call(lookups.zipCode, { zip: '00000' })).toEqual([])
  await expect(agent.call(lookups.zipCode, { zip: '331' })).rejects.toMatchObject({ status: 400 })
})

test('an agent without authority where the applicant lives is warned while typing, and application managers see why', async () => {
  const seller = await agency.person({ roles: ['agent'], claims, npn: '7009' })
  const unlicensed = { may: false, reasons: ['No health license in Florida'], unknown: [] }
  expect(await seller.call(offline.authority, { state: 'FL' })).toEqual(unlicensed)
  expect(await seller.call(offline.authority, {})).toEqual({ may: true, reasons: [], unknown: [] })
  expect(await office.call(offline.authority, { state: 'FL' })).toEqual({ may: true, reasons: [], unknown: [] })
  const applicationId = await submit(seller)
  const detail = await office.call(offline.one, { id: applicationId })
  expect(detail).toMatchObject({ againstAgent: unlicensed.reasons, agentName: expect.stringContaining('Example') })
  await agency.db
    .insertInto('agent_licenses')
    .values({
      agent_id: seller.agentId ?? 0,
      state: 'FL',
      number: 'W1',
      line: 'Health',
      effective: '2020-01-01',
      expiry: '2099-12-31',
    })
    .execute()
  expect((await office.call(offline.one, { id: applicationId })).againstAgent).toEqual([])
  expect(await seller.call(offline.authority, { state: 'FL' })).toEqual({ may: true, reasons: [], unknown: [] })
})
