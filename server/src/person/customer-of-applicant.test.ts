import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAgent, failureOf, someone } from '../customers/test-customers.ts'
import { child, mariaVega, spouse } from '../offline/offline-test-people.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
const claims = ['view.customer', 'view.Lead', 'view.OfflineApp', 'view.Application', 'view.Policy']
beforeEach(async () => {
  agency = await startTestApp()
  agent = await customerAgent(agency, claims)
})
afterEach(() => agency.close())

let names = 0
const newName = () => `Salas${++names}q`

async function leadOf(person: Person, more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Inés', last_name: newName(), agent_id: person.agentId, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

describe('a lead becomes a customer', () => {
  test('LEAD-09 CUST-17 the notes of the lead and of the paper application are on the page of the customer, once, with author and file', async () => {
    const lastName = newName()
    const id = await leadOf(agent, { last_name: lastName, dob: '1988-03-14' })
    const note = {
      followUpOn: '2026-12-24',
      noteBody: 'Call after six',
      entityMetadataId: notedKinds.lead.id,
      entityId: id,
    }
    await sql`insert into notes (kind, record_id, body, created_by, follow_up_on)
      values (${note.entityMetadataId}, ${id}, ${note.noteBody}, ${agent.userId}, ${note.followUpOn})`.execute(
      agency.db,
    )
    const { customerId } = await agent.call(customerMaking.ofLead, { id })
    const form = mariaVega({ firstName: 'Inés', lastName, note: 'Brought two pay stubs', offlineAppMembers: [child] })
    const { applicationId } = await agent.call(offline.submit, form)
    expect(await agent.call(customerMaking.ofOffline, { id: applicationId })).toMatchObject({ customerId })
    const notesShown = async (person: Person) =>
      (await person.call(customers.everything, { id: customerId })).entries
        .filter(({ kind }) => kind === 'note')
        .map(({ title, text }) => `${title}: ${text}`)
        .sort()
    expect(await notesShown(agent)).toEqual([
      'Note on the lead: Call after six',
      'Note on the offline application: Brought two pay stubs',
    ])
    // Who may not read leads sees none of their notes.
    const clerk = await agency.person({
      roles: ['agent'],
      claims: ['admin.customer', 'view.OfflineApp'],
      fullAccess: true,
    })
    expect(await notesShown(clerk)).not.toContain('Note on the lead: Call after six')
  })

  test('LEAD-09 CUST-18 with name, birth, phone and address, linked both ways, and once', async () => {
    const id = await leadOf(agent, {
      dob: '1979-05-08',
      sex: 'F',
      phone: '3055550177',
      address: '12 Ocean Drive',
      city: 'Miami Beach',
      state: 'FL',
      zip_code: '33139',
    })
    const lead = await agent.call(leads.one, { id })
    expect(lead.customerId).toBeNull()
    const { customerId, created } = await agent.call(customerMaking.ofLead, { id })
    expect(created).toBe(true)
    expect(await agent.call(customers.one, { id: customerId })).toMatchObject({
      firstName: 'Inés',
      lastName: lead.lastName,
      dob: '1979-05-08',
      sex: 'F',
      phone: '3055550177',
      agentId: agent.agentId,
      status: 'New',
      email: null,
    })
    const page = await agent.call(customers.everything, { id: customerId })
    expect(page.addresses).toMatchObject([{ address: '12 Ocean Drive, Miami Beach', zipCode: '33139' }])
    expect(page.entries.find(({ kind }) => kind === 'lead')).toMatchObject({ record: id })
    expect(await agent.call(leads.one, { id })).toMatchObject({ customerId, contactId: customerId })
    expect(await agent.call(customerMaking.ofLead, { id })).toEqual({ customerId, created: false })
    const { version, dob, sex, phone, ...stored } = await agent.call(leads.one, { id })
    const { firstName, middleName, lastName, address, city, state, zipCode, plan } = stored
    const edited = await agent.call(leads.edit, {
      id,
      version,
      firstName,
      middleName,
      lastName,
      dob,
      sex,
      address,
      city,
      state,
      zipCode,
      plan,
      phone: phone === null ? '' : '3055550178',
    })
    expect(edited, 'an edit does not cut the link').toMatchObject({ customerId })
    expect(await agent.call(customerMaking.ofLead, { id })).toEqual({ customerId, created: false })
  })

  test('LEAD-09 a relative with the same last name and phone is another person', async () => {
    const id = await leadOf(agent, { phone: '3055550179' })
    const { customerId } = await agent.call(customerMaking.ofLead, { id })
    const { lastName } = await agent.call(leads.one, { id })
    const other = await agent.call(leads.create, {
      firstName: 'José',
      middleName: '',
      lastName,
      dob: '',
      sex: '',
      phone: '3055550179',
      address: '',
      city: '',
      state: '',
      zipCode: '',
      plan: '',
    })
    expect(other.contactId).toBeNull()
    const made = await agent.call(customerMaking.ofLead, { id: other.id })
    expect(made.created).toBe(true)
    expect(made.customerId).not.toBe(customerId)
  })

  test('LEAD-09 CUST-18 an address without a street keeps city, state and ZIP code', async () => {
    const city = 'Lake Test'
    await sql`insert into cities (name, state_id) select ${city}, id from states where code = 'FL'`.execute(agency.db)
    const addressesOf = async (more: Record<string, string>) => {
      const { customerId } = await agent.call(customerMaking.ofLead, { id: await leadOf(agent, more) })
      return (await agent.call(customers.everything, { id: customerId })).addresses
    }
    expect(await addressesOf({ city, state: 'FL', zip_code: '33139' })).toMatchObject([
      { address: '', city, state: 'FL', zipCode: '33139' },
    ])
    expect(await addressesOf({ zip_code: '33139' })).toMatchObject([{ address: '', zipCode: '33139' }])
    expect(await addressesOf({ zip_code: '33139-1234' })).toMatchObject([{ address: '', zipCode: '331391234' }])
    expect(await addressesOf({})).toEqual([])
  })

  test('LEAD-09 CUST-18 a city that is not in the list is kept in the line of the street', async () => {
    const id = await leadOf(agent, { address: '4 Elm St', city: 'Nowhereton', state: 'FL', zip_code: '33139' })
    const { customerId } = await agent.call(customerMaking.ofLead, { id })
    const { addresses } = await agent.call(customers.everything, { id: customerId })
    expect(addresses).toMatchObject([{ address: '4 Elm St, Nowhereton', city: null, state: 'FL' }])
  })

  test('the person who is a customer already is linked, not doubled', async () => {
    const fields = someone({ middleName: '' })
    const existing = await agent.call(customers.create, fields)
    const { lastName: last_name, firstName: first_name, dob } = fields
    const id = await leadOf(agent, { first_name, last_name, dob })
    expect(await agent.call(customerMaking.ofLead, { id })).toEqual({ customerId: existing.id, created: false })
    const namesake = await leadOf(agent, { first_name, last_name, dob: '1950-01-01', phone: '3055550142' })
    expect(await agent.call(customerMaking.ofLead, { id: namesake })).toMatchObject({ created: true })
    const found = await agent.call(contacts.list, { name: last_name })
    expect(found.totalRecords).toBe(2)
  })

  test('CUST-18 a person with a name in another script is linked, not doubled', async () => {
    const fields = someone({ firstName: 'Мария', middleName: '', lastName: 'Соколова' })
    const existing = await agent.call(customers.create, fields)
    const { lastName: last_name, firstName: first_name, dob } = fields
    const id = await leadOf(agent, { first_name, last_name, dob })
    expect(await agent.call(customerMaking.ofLead, { id })).toEqual({ customerId: existing.id, created: false })
  })

  test('P-26 a lead and an offline application name their customer, and a lead its contact, only to readers who may open them', async () => {
    const id = await leadOf(agent)
    const { customerId } = await agent.call(customerMaking.ofLead, { id })
    const { applicationId } = await agent.call(offline.submit, mariaVega({ lastName: newName() }))
    const paper = await agent.call(customerMaking.ofOffline, { id: applicationId })
    const sees = async (person: Person) => [
      (await person.call(leads.one, { id })).customerId,
      (await person.call(leads.one, { id })).contactId,
      (await person.call(leads.list, {})).data.find((lead) => lead.id === id)?.customerId,
      (await person.call(leads.list, {})).data.find((lead) => lead.id === id)?.contactId,
      (await person.call(offline.one, { id: applicationId })).customerId,
    ]
    expect(await sees(agent)).toEqual([customerId, customerId, customerId, customerId, paper.customerId])
    const leadClaims = ['admin.Lead', 'admin.OfflineApp']
    const own = String(agent.agentId)
    const visibility: [string, string][] = [
      [own, 'Lead'],
      [own, 'OfflineApp'],
    ]
    const withoutRight = await agency.person({ roles: ['agent'], claims: leadClaims, visibility })
    const withoutTheseCustomers = await agency.person({
      roles: ['agent'],
      claims: [...leadClaims, 'view.customer'],
      visibility,
    })
    for (const person of [withoutRight, withoutTheseCustomers])
      expect(await sees(person)).toEqual([null, null, null, null, null])
    for (const again of [
      withoutTheseCustomers.call(customerMaking.ofLead, { id }),
      withoutTheseCustomers.call(customerMaking.ofOffline, { id: applicationId }),
    ])
      expect(await failureOf(again)).toMatchObject({ code: 'customer.not_openable', status: 403 })
    expect((await agent.call(leads.one, { id })).customerId).toBe(customerId)
  })

  test('P-26 P-28 a lead of another agent is missing, one without a name is refused, and both rights are needed', async () => {
    const other = await customerAgent(agency, claims)
    const leadOnly = await customerAgent(agency, ['view.Lead'])
    const id = await leadOf(other)
    expect(await failureOf(agent.call(customerMaking.ofLead, { id }))).toMatchObject({ code: 'lead.not_found' })
    const nameless = await leadOf(agent, { first_name: '' })
    expect(await failureOf(agent.call(customerMaking.ofLead, { id: nameless }))).toMatchObject({
      code: 'customer.applicant_unclear',
    })
    const own = await leadOf(leadOnly)
    expect(await failureOf(leadOnly.call(customerMaking.ofLead, { id: own }))).toMatchObject({ code: 'right.missing' })
  })
})

async function paperHits(person: Person, q: string) {
  const { groups } = await person.call(search.everywhere, { q })
  return groups.find(({ kind }) => kind === 'offline-application')?.data ?? []
}

describe('an offline application becomes a customer', () => {
  test('OFFLINE-24 CUST-18 with its data and language; the spouse is in the household, found by search, and leads back to it', async () => {
    const lastName = newName()
    const { applicationId } = await agent.call(
      offline.submit,
      mariaVega({
        lastName,
        email: `${lastName}@example.com`,
        offlineAppMembers: [
          { ...spouse, lastName },
          { ...child, lastName },
        ],
      }),
    )
    const { customerId, created } = await agent.call(customerMaking.ofOffline, { id: applicationId })
    expect(created).toBe(true)
    expect(await agent.call(customers.one, { id: customerId })).toMatchObject({
      firstName: 'Maria',
      lastName,
      dob: '1988-03-14',
      phone: '3055550142',
      languageSpk: 'Spanish',
      usCitizen: false,
      email: `${lastName}@example.com`,
    })
    expect(await agent.call(offline.one, { id: applicationId })).toMatchObject({ customerId })
    const page = await agent.call(customers.everything, { id: customerId })
    expect(page.household.map(({ name, relation, source, record }) => [name, relation, source, record])).toEqual([
      [`Luis ${lastName}`, 'spouse', 'offline', applicationId],
      [`Ana ${lastName}`, 'child', 'offline', applicationId],
    ])
    expect(await paperHits(agent, `luis ${lastName}`)).toEqual([
      expect.objectContaining({
        id: applicationId,
        title: `Luis ${lastName}`,
        detail: `Spouse on application ${applicationId} of Maria ${lastName}`,
      }),
    ])
    for (const q of [`Application ${applicationId}`, `#${applicationId}`])
      expect(await paperHits(agent, q), q).toEqual([
        expect.objectContaining({ id: applicationId, title: `Maria ${lastName}` }),
      ])
    const husband = await agent.call(
      customers.create,
      someone({ firstName: 'Luis', middleName: '', lastName, dob: '1986-07-02', phone: '3055550999' }),
    )
    const his = await agent.call(customers.everything, { id: husband.id })
    expect(his.household.map(({ name, relation }) => [name, relation])).toEqual([
      [`Maria ${lastName}`, 'applicant'],
      [`Ana ${lastName}`, 'child'],
    ])
    expect(his.entries.find(({ kind }) => kind === 'offline')).toMatchObject({
      title: `On the offline application of Maria ${lastName}`,
      record: applicationId,
    })
  })

  test('OFFLINE-24 CUST-18 a contact that lacks birth date and sex gets those of the application, and keeps its own phone', async () => {
    const lastName = newName()
    const { id } = await agency.db
      .insertInto('contacts')
      .values({ first_name: 'Maria', last_name: lastName, agent_id: agent.agentId })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const phone of ['3055550199', '3055550142'])
      await agency.db.insertInto('contact_phones').values({ contact_id: id, phone, position: 1 }).execute()
    await sql`insert into contact_emails (contact_id, email) values (${id}, ${`${lastName}@example.com`})`.execute(
      agency.db,
    )
    const form = mariaVega({ lastName, email: `${lastName}@example.com` })
    const { applicationId } = await agent.call(offline.submit, form)
    expect(await agent.call(customerMaking.ofOffline, { id: applicationId })).toEqual({ customerId: id, created: true })
    expect(await agent.call(customers.one, { id })).toMatchObject({
      dob: '1988-03-14',
      sex: 'F',
      phone: '3055550199',
      languageSpk: 'Spanish',
    })
    expect(await agent.call(customers.history, { id })).toMatchObject([
      {
        action: 'Made a customer',
        changes: [
          { field: 'Date of birth', old: null, new: '03/14/1988' },
          { field: 'Sex', old: null, new: 'Female' },
        ],
      },
    ])
  })

  test('P-26 P-30 the household and the search show nothing of applications that the reader may not see', async () => {
    const other = await customerAgent(agency, claims)
    const lastName = newName()
    await other.call(offline.submit, mariaVega({ lastName, offlineAppMembers: [{ ...spouse, lastName }] }))
    const mine = await agent.call(
      customers.create,
      someone({ firstName: 'Luis', middleName: '', lastName, dob: '1986-07-02' }),
    )
    const page = await agent.call(customers.everything, { id: mine.id })
    expect([page.household, page.entries.filter(({ kind }) => kind === 'offline')]).toEqual([[], []])
    expect(await paperHits(agent, lastName)).toEqual([])
  })
})

test('CUST-17 APP-19 internal applications, their consents, marketplace applications and commissions are on the customer’s page for readers with the right', async () => {
  const fields = someone({ middleName: '', phone: '3055550188', email: 'zoe.salas@example.com' })
  const { id } = await agent.call(customers.create, fields)
  const { firstName, lastName, dob } = fields
  const made = await agent.call(applications.create, {
    firstName,
    lastName,
    dob,
    email: 'zoe.salas@example.com',
    phone: '3055550188',
    carrier: 'Oscar',
    planSelected: 'Silver 24',
  })
  await sql`
    with asked as (
      insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone, agency_email,
        applicant, created_at, expires_at)
      values (${made.number}, sha256('records'), 'email', 'zoe.salas@example.com', 'en', 'Coverdesk', '', '', 'Zoé', '2026-01-02',
        '2026-02-02') returning id)
    insert into consents (request_id, application_id, signed_at, signed_name, address, user_agent, language, text_version,
      text_signed, text_sha256, ends_on)
    select id, ${made.number}, '2026-01-03', 'Zoé', '::1', 'test', 'en', '1', 'I agree', sha256(convert_to('I agree', 'UTF8')), current_date + 300
    from asked`.execute(agency.db)
  await sql`
    insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, user_phone, agent_id, raw)
    values ('5550001', '2026-01-05', ${firstName}, ${lastName}, '3055550188', ${agent.agentId}, ${JSON.stringify({
      persons: [
        { firstName, lastName, dob, relationship: 'self' },
        { firstName: 'Leo', lastName, dob: '2015-02-03', sex: 'Male', relationship: 'Child' },
      ],
    })})`.execute(agency.db)
  const carrierId = await agency.carrier('Oscar of Salas')
  const policy = await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: 'SALAS1',
      first_name: firstName,
      last_name: lastName,
      dob,
      status: 'Active',
      agent_id: agent.agentId,
      effective_date: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, months, total, pay_months, pay_total)
    values (${carrierId}, 'SALAS1', 2026, ${agent.agentId}, ${policy.id}, array_fill(40.0, array[12]), 480,
      array[null, 22.5, null, 1, null, null, null, null, null, null, null, null]::numeric[], 23.5)`.execute(agency.db)
  const page = await agent.call(customers.everything, { id })
  const shown = page.entries.map(({ kind, title, state, record }) => [kind, title, state?.word ?? null, record])
  expect(shown).toEqual(
    expect.arrayContaining([
      ['application', `Application ${made.number}`, 'New', made.id],
      ['consent', `Consent requested for application ${made.number}`, null, made.id],
      ['consent', `Consent signed for application ${made.number}`, 'Valid', made.id],
      ['marketplace', 'Marketplace application 5550001', 'Not eligible', '5550001'],
    ]),
  )
  await sql`
    insert into consent_revocations (consent_id, way, address, user_agent)
    select id, 'link', '127.0.0.1', 'x' from consents where application_id = ${made.number}`.execute(agency.db)
  const { entries } = await agent.call(customers.everything, { id })
  expect(entries.filter(({ kind }) => kind === 'consent').map(({ title, state }) => [title, state?.word])).toEqual([
    [`Consent revoked for application ${made.number}`, undefined],
    [`Consent signed for application ${made.number}`, 'Revoked'],
    [`Consent requested for application ${made.number}`, undefined],
  ])
  expect(page.household).toMatchObject([
    { name: `Leo ${lastName}`, relation: 'child', dob: '2015-02-03', source: 'marketplace', record: '5550001' },
  ])
  expect(page.policies).toMatchObject([{ commissions: [{ year: 2026, total: '23.50' }] }])

  const narrow = await agency.person({ roles: ['agent'], claims: ['view.customer'], fullAccess: true })
  const less = await narrow.call(customers.everything, { id })
  expect([less.policies, less.household]).toEqual([null, []])
  expect(less.kinds).not.toContain('application')
  expect(less.entries.some(({ kind }) => ['application', 'consent', 'marketplace'].includes(kind))).toBe(false)
})

test('A-104 a marketplace application of a customer begins with the household and income of the paper application, for who may open it', async () => {
  const lastName = newName()
  const members = [
    { ...spouse, lastName },
    { ...child, lastName },
  ]
  const paper = mariaVega({ lastName, email: `${lastName}@example.com`, offlineAppMembers: members })
  const { applicationId } = await agent.call(offline.submit, paper)
  const { customerId } = await agent.call(customerMaking.ofOffline, { id: applicationId })
  const typed = {
    firstName: 'Maria',
    middleName: '',
    lastName,
    dob: '1988-03-14',
    email: `${lastName}@example.com`,
    phone: '3055550142',
    address: '12 Ocean Drive',
    state: 'FL',
    zipCode: '33139',
    contactId: customerId,
  }
  const { answers } = await agent.call(ede.start, typed)
  expect(
    answers.household.people.map((one) => [one.firstName, one.relationship, one.dob, one.sex, one.citizen]),
  ).toEqual([
    ['Maria', 'self', '1988-03-14', 'F', 'no'],
    ['Luis', 'spouse', '1986-07-02', 'M', ''],
    ['Ana', 'child', '2016-11-21', 'F', ''],
  ])
  expect(answers.income.people.map(({ sources }) => sources)).toEqual([
    [{ kind: 'job', amount: '42500.00', period: 'year' }],
    [{ kind: 'self-employment', amount: '18000.00', period: 'year' }],
  ])
  const stranger = await agency.person({ roles: ['agent'], claims: ['view.Application'] })
  const alone = await stranger.call(ede.start, typed)
  expect(alone.answers.household.people.map((one) => [one.firstName, one.sex])).toEqual([['Maria', '']])
})

describe('the insured of a policy becomes a customer', () => {
  const insured = {
    dob: '1979-05-08',
    phone: '3055550177',
    email: 'ines@mail.test',
    address: '12 Ocean Drive',
    city: 'Miami Beach',
    state: 'FL',
    zip_code: '33139',
  }
  async function policyOf(more: Record<string, unknown>, owner = agent): Promise<number> {
    const { id } = await agency.db
      .insertInto('policies')
      .values({
        carrier_id: await agency.carrier(newName()),
        policy_number: newName(),
        first_name: 'Inés',
        status: 'Active',
        last_name: newName(),
        agent_id: owner.agentId,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return Number(id)
  }

  test('with the data of the carrier’s file, once, and the policy’s page shows them', async () => {
    const id = await policyOf(insured)
    expect((await agent.call(policyPeople.people, { id })).customers).toEqual([])
    const { customerId, created } = await agent.call(customerMaking.ofPolicy, { id })
    expect(created).toBe(true)
    expect(await agent.call(customers.one, { id: customerId })).toMatchObject({
      firstName: 'Inés',
      dob: '1979-05-08',
      phone: '3055550177',
      email: 'ines@mail.test',
      agentId: agent.agentId,
    })
    const page = await agent.call(customers.everything, { id: customerId })
    expect(page.addresses).toMatchObject([{ address: '12 Ocean Drive, Miami Beach', zipCode: '33139' }])
    expect((await agent.call(policyPeople.people, { id })).customers).toMatchObject([{ id: customerId }])
    expect(await agent.call(customerMaking.ofPolicy, { id })).toEqual({ customerId, created: false })
  })

  test('of many policies at once: each person once, and those without data to find them by are named', async () => {
    const lastName = newName()
    const [first, again] = [
      await policyOf({ ...insured, last_name: lastName }),
      await policyOf({ ...insured, last_name: lastName }),
    ]
    // As files with nine digits are stored.
    const [other, nameOnly] = [await policyOf({ dob: '1990-01-02', zip_code: '33139-1234' }), await policyOf({})]
    const stranger = await policyOf(insured, await customerAgent(agency, claims))
    const ids = [first, again, other, nameOnly, stranger]
    const why = 'The policy needs the name and the date of birth, email or phone of the insured'
    expect(await agent.call(customerMaking.ofPolicies, { ids })).toEqual({
      created: 2,
      known: 1,
      refused: [
        { id: nameOnly, why },
        { id: stranger, why: expect.any(String) },
      ],
    })
    expect(await agent.call(customerMaking.ofPolicies, { ids: [first, other] })).toEqual({
      created: 0,
      known: 2,
      refused: [],
    })
  })

  test('two clicks at once make one customer', async () => {
    const id = await policyOf(insured)
    const made = await Promise.all([1, 2].map(() => agent.call(customerMaking.ofPolicy, { id })))
    expect(made[0]?.customerId).toBe(made[1]?.customerId)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
  })

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(agency.db)
    return rows[0]?.count
  }

  test('of two policies of one person at once makes one customer', async () => {
    const lastName = newName()
    const [first, second] = [
      await policyOf({ ...insured, last_name: lastName }),
      await policyOf({ ...insured, last_name: lastName }),
    ]
    const making = await agency.db.transaction().execute(async (db) => {
      // Neither can be finished before both have begun.
      await sql`lock table customers in share mode`.execute(db)
      const both = [first, second].map((id) => agent.call(customerMaking.ofPolicy, { id }))
      await expect.poll(waiting).toBe(2)
      return { both }
    })
    const made = await Promise.all(making.both)
    expect(made[0]?.customerId).toBe(made[1]?.customerId)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
  })

  test('not of another agent’s policy, and not without anything to find them by again', async () => {
    const stranger = await customerAgent(agency, claims)
    const id = await policyOf(insured, stranger)
    expect((await failureOf(agent.call(customerMaking.ofPolicy, { id })))?.code).toBe('policy.not_found')
    const nameOnly = await policyOf({})
    expect((await failureOf(agent.call(customerMaking.ofPolicy, { id: nameOnly })))?.code).toBe(
      'customer.insured_unclear',
    )
  })
})
