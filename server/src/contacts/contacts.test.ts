import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { addTestContact } from './test-contact.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let merger: Person
/** Contacts of Ana, of Luis and of no agent, and a merged one. */
let contactIds: { anas: number; luis: number; unassigned: number; merged: number }

beforeEach(async () => {
  agency = await startTestApp()
  const claims = ['view.customer']
  admin = await agency.person({ roles: ['agent', 'administrator'], claims })
  merger = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.customer'] })
  ana = await agency.person({ roles: ['agent'], claims, npn: '301' })
  luis = await agency.person({ roles: ['agent'], claims, npn: '302' })
  await sql`insert into cities (state_id, name) values (12, 'Miami'), (13, 'Macon')`.execute(agency.db)
  contactIds = {
    anas: await addTestContact(agency, {
      firstName: 'Álvaro',
      middleName: 'José',
      lastName: 'Quintero',
      dob: '1980-02-29',
      sex: 'M',
      agentId: ana.agentId,
      emails: ['Alvaro.Q@example.com', 'second@example.com'],
      phones: ['3055550142', '7865550100'],
      address: { address: '12 Palm Ave', city: 'Miami', state: 'FL', zip: '33101' },
      customer: true,
    }),
    luis: await addTestContact(agency, {
      firstName: 'Bea',
      lastName: 'Ruiz',
      dob: '1991-07-04',
      sex: 'F',
      agentId: luis.agentId,
      emails: ['bea@example.org'],
      phones: ['4785550111'],
      address: { address: '7 Peach St', city: 'Macon', state: 'GA' },
    }),
    unassigned: await addTestContact(agency, { firstName: 'Cy', lastName: 'Quint', phones: ['3055550999'] }),
    merged: await addTestContact(agency, { firstName: 'Alvaro', lastName: 'Quintero', agentId: ana.agentId }),
  }
  await sql`update contacts set merged_into = ${contactIds.anas} where id = ${contactIds.merged}`.execute(agency.db)
  await sql`update customers set language_speak_id = 2, language_mail_id = 1 where contact_id = ${contactIds.anas}`.execute(
    agency.db,
  )
})
afterEach(() => agency.close())

type Query = InputOf<typeof contacts.list>
const idsFor = async (person: Person, query: Query = {}) =>
  (await person.call(contacts.list, { pageSize: 500, ...query })).data.map(({ id }) => id)

test('CONTACT-03 a row shows names, main email and phone, date of birth, address, gender, creation date and author', async () => {
  const { data, totalRecords } = await ana.call(contacts.list, {})
  expect(totalRecords).toBe(1)
  expect(data).toEqual([
    {
      id: contactIds.anas,
      firstName: 'Álvaro',
      middleName: 'José',
      lastName: 'Quintero',
      email: 'Alvaro.Q@example.com',
      phone: '3055550142',
      dateOfBirth: '1980-02-29',
      address: { address: '12 Palm Ave', city: 'Miami', countryCode: 'US' },
      demographics: { gender: 'M' },
      createdAt: expect.stringMatching(/^\d{4}-/),
      createdBy: null,
      customer: true,
      agentName: expect.stringMatching(/^Pat Example/),
    },
  ])
})

test('CONTACT-01 CONTACT-02 each filter reduces the list; phones match by digits, countries by upper-case code, empty filters are ignored', async () => {
  const everyone = await idsFor(admin)
  const cases: [Query, number[]][] = [
    [{ name: 'alvaro quint' }, [contactIds.anas]],
    [{ name: 'alvaro josé' }, [contactIds.anas]],
    [{ name: 'QUI' }, [contactIds.unassigned, contactIds.anas]],
    [{ name: 'qu' }, [contactIds.unassigned, contactIds.anas]],
    [{ email: 'ALVARO.Q@' }, [contactIds.anas]],
    [{ phone: '(305) 555-01' }, [contactIds.anas]],
    [{ phone: '+1 305-555-01' }, [contactIds.anas]],
    [{ dateOfBirth: '1991-07-04' }, [contactIds.luis]],
    [{ country: 'us', name: 'qu' }, [contactIds.anas]],
    [{ country: 'us', state: 'ga' }, [contactIds.luis]],
    [{ state: 'FL', email: 'bea' }, []],
  ]
  for (const [query, wanted] of cases) expect(await idsFor(admin, query), JSON.stringify(query)).toEqual(wanted)
  expect(await idsFor(admin, { name: ' ', email: '', phone: '', country: '', state: '' })).toEqual(everyone)
  for (const phone of ['call me', '%', '_']) expect(await idsFor(admin, { phone }), phone).toEqual([])
  for (const name of ['%', '_', 'Á%o', '\\']) expect(await idsFor(admin, { name }), name).toEqual([])
})

test('CONTACT-01 P-30 contacts are filtered by agent and by the day of creation, in files too', async () => {
  const day = (id: number, at: string) =>
    sql`update contacts set created_at = ${at}::timestamptz where id = ${id}`.execute(agency.db)
  await day(contactIds.anas, '2024-03-02T03:00:00Z')
  await day(contactIds.luis, '2024-03-02T15:00:00Z')
  for (const [query, wanted] of [
    [{ agentId: ana.agentId ?? 0 }, [contactIds.anas]],
    [{ agentId: 0, name: 'quint' }, [contactIds.unassigned]],
    [{ createdTo: '2024-03-01' }, [contactIds.anas]],
    [{ createdFrom: '2024-03-02', createdTo: '2024-03-02' }, [contactIds.luis]],
    [{ agentId: luis.agentId ?? 0, createdTo: '2024-03-01' }, []],
  ] as const) {
    expect(await idsFor(admin, query), JSON.stringify(query)).toEqual(wanted)
    const csv = await agency.app.inject({
      method: 'GET',
      url: `/api/Contacts?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
    })
    expect(csv.body.trim().split('\n').length - 1).toBe(wanted.length)
  }
  expect(await idsFor(ana, { agentId: luis.agentId ?? 0 })).toEqual([])
})

test('CONTACT-01 pages are sorted by name, date of birth or creation date, in both directions, without overlap', async () => {
  const everyone = await idsFor(admin)
  for (const sort of ['name', 'dateOfBirth', 'createdAt'] as const)
    for (const order of ['asc', 'desc'] as const) {
      const pages: number[] = []
      for (let pageNumber = 1; pages.length < everyone.length; pageNumber++) {
        const { data, totalRecords } = await admin.call(contacts.list, { sort, order, pageNumber, pageSize: 2 })
        expect(totalRecords).toBe(everyone.length)
        if (data.length === 0) break
        pages.push(...data.map(({ id }) => id))
      }
      expect(pages.toSorted(), `${sort} ${order}`).toEqual(everyone.toSorted())
    }
})

test('CONTACT-04 the details include names, emails, phones, addresses, sex, date of birth, languages and origin', async () => {
  expect(await ana.call(contacts.details, { id: contactIds.anas })).toMatchObject({
    id: contactIds.anas,
    contacts: {
      firstName: 'Álvaro',
      middleName: 'José',
      lastName: 'Quintero',
      emails: [{ email: 'Alvaro.Q@example.com' }, { email: 'second@example.com' }],
      phones: [{ phone: '3055550142' }, { phone: '7865550100' }],
      addresses: [
        {
          address: '12 Palm Ave',
          cityName: 'Miami',
          stateCode: 'FL',
          zipCode: '33101',
          countryCode: 'US',
          purposes: [],
        },
      ],
    },
    sex: 'M',
    dob: '1980-02-29',
    writtenLanguage: { name: 'English', code: 'en' },
    spokenLanguage: { name: 'Spanish', code: 'es' },
    createdBy: null,
    customer: true,
  })
})

test('CONTACT-05 CONTACT-08 P-26 contacts of other agents, without an agent or merged are reported as missing', async () => {
  for (const id of [contactIds.luis, contactIds.unassigned, contactIds.merged, 999_999_999])
    for (const route of [contacts.details, profile.one])
      await expect(ana.call(route, { id }), `${route.path} ${id}`).rejects.toMatchObject({
        code: 'contact.not_found',
        message: 'Customer not found.',
      })
  expect(await idsFor(ana)).toEqual([contactIds.anas])
  expect((await ana.call(profile.one, { id: contactIds.anas })).emails).toHaveLength(2)
  for (const id of [contactIds.luis, contactIds.unassigned]) expect((await admin.call(profile.one, { id })).id).toBe(id)
  await expect(admin.call(contacts.details, { id: contactIds.merged })).rejects.toMatchObject({
    code: 'contact.not_found',
  })
})

test('CONTACT-08 the profile has addresses, phones and emails with purposes; a user without the right to contacts sees only their own', async () => {
  const bare = await agency.person({ roles: ['agent'], npn: '303' })
  const { id: own } = await agency.db
    .selectFrom('users')
    .select('contact_id as id')
    .where('id', '=', bare.userId)
    .executeTakeFirstOrThrow()
  const client = await addTestContact(agency, { agentId: bare.agentId, emails: ['c@example.com'] })
  await sql`update contact_emails set purposes = '{2}' where contact_id = ${client}`.execute(agency.db)
  expect((await bare.call(profile.one, { id: own ?? 0 })).id).toBe(own)
  await expect(bare.call(profile.one, { id: client })).rejects.toMatchObject({ code: 'contact.not_found' })
  expect(await admin.call(profile.one, { id: client })).toMatchObject({
    emails: [{ email: 'c@example.com', purposes: [{ purposeId: 2 }] }],
    phones: [],
    addresses: [],
  })
})

test('CONTACT-07 the short list matches name, email and phone, and returns id, name and email', async () => {
  const wanted = [{ id: contactIds.anas, name: 'Álvaro José Quintero', email: 'Alvaro.Q@example.com' }]
  for (const q of ['quintero', 'alvaro', 'intero', 'second@', 'alvaro.q', 'alvaro.', '(786) 555', '17865550100', 'q'])
    expect(await ana.call(contacts.simplified, { q }), q).toEqual(wanted)
  expect(await ana.call(contacts.simplified, {})).toEqual(wanted)
  for (const q of ['bea', '%', "'; drop table contacts --"])
    expect(await ana.call(contacts.simplified, { q }), q).toEqual([])
  const many = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '304' })
  await sql`
    insert into contacts (first_name, last_name, agent_id) select 'Zoe', 'Zapata ' || n, ${many.agentId} from generate_series(1, 60) n`.execute(
    agency.db,
  )
  for (const q of ['zapata', 'zoe', 'apata 1', ''])
    expect((await many.call(contacts.simplified, { q })).length, q).toBe(q === 'apata 1' ? 11 : 50)
})

test('P-30 page, total, export and short list return the same people for every visibility', async () => {
  const agents = [ana.agentId, luis.agentId]
  const visibility = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('__all__', ...agents.map(String), '987654'),
      fc.constantFrom('__all__', 'Customer', 'Lead'),
    ),
    { maxLength: 3, selector: (entry) => entry.join() },
  )
  await fc.assert(
    fc.asyncProperty(visibility, fc.constantFrom(undefined, ...agents), async (rules, linked) => {
      const person = await agency.person({ roles: ['agent'], claims: ['view.customer'], visibility: rules })
      if (linked)
        await sql`update contacts set agent_id = ${linked} where id = (select contact_id from users where id = ${person.userId})`.execute(
          agency.db,
        )
      const opened = rules.filter(([, area]) => area !== 'Lead').map(([agent]) => agent)
      const { rows } = await sql<{ id: number }>`
        select id from contacts where merged_into is null and first_name in ('Álvaro', 'Bea', 'Cy', 'Alvaro')
          and (${opened.includes('__all__')} or agent_id::text = any(${opened})) order by id`.execute(agency.db)
      const wanted = rows.map(({ id }) => id)
      const known = new Set(Object.values(contactIds))
      const ours = (ids: number[]) => ids.filter((id) => known.has(id)).sort((a, b) => a - b)
      const page = await person.call(contacts.list, { pageSize: 500 })
      expect(ours(page.data.map(({ id }) => id))).toEqual(wanted)
      expect(page.totalRecords).toBe(page.data.length)
      const found = await Promise.all(
        ['alvaro', 'bea', 'cy', 'quint'].map((q) => person.call(contacts.simplified, { q })),
      )
      expect(ours([...new Set(found.flat().map(({ id }) => id))])).toEqual(wanted)
      const csv = await agency.app.inject({
        url: '/api/Contacts',
        headers: { accept: 'text/csv', authorization: `Bearer ${person.token}` },
      })
      expect(csv.statusCode).toBe(200)
      expect(csv.body.trim().split('\n').length - 1).toBe(page.totalRecords)
    }),
    { numRuns: 12 },
  )
})

test('P-31 P-36 P-37 any filter, sort or text returns a result or a rejection, and cannot reach other fields', async () => {
  for (const query of ['sort=ssn', 'sort=password_hash', 'order=up', 'agent=1', 'merged_into=1', 'sort=search_name'])
    expect((await get(`/api/Contacts?${query}`)).statusCode, query).toBe(400)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '"',
      '$1',
      '$(x)',
      '(((',
      '😀',
      'a\u0000b',
      '‮',
      '1'.repeat(101),
      '+-.()',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('name', 'email', 'phone', 'dateOfBirth', 'country', 'state', 'q'),
      text,
      async (name, value) => {
        const path = name === 'q' ? '/api/Contacts/simplified' : '/api/Contacts'
        const { statusCode } = await get(`${path}?${new URLSearchParams({ [name]: value })}`)
        expect([200, 400]).toContain(statusCode)
      },
    ),
    { numRuns: 200 },
  )
})

test('P-33 a merge accepts only its own members', async () => {
  for (const more of [
    { agentId: 1 },
    { mergedInto: 1 },
    { roles: ['administrator'] },
    { choices: { userId: 'merged' } },
  ]) {
    const { statusCode } = await agency.app.inject({
      method: 'POST',
      url: `/api/Contacts/${contactIds.anas}/merge`,
      headers: { authorization: `Bearer ${merger.token}` },
      payload: { otherId: contactIds.luis, version: 1, otherVersion: 1, ...more },
    })
    expect(statusCode, JSON.stringify(more)).toBe(400)
  }
})

const get = (url: string) => agency.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
