import { contacts as contactsContract } from '@coverdesk/domain/contacts/contact-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { policies as policiesContract } from '@coverdesk/domain/policies/policy-contract.ts'
import { search } from '@coverdesk/domain/search/search-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTestContact } from '../contacts/test-contact.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let anas: { contact: number; policy: number }

beforeEach(async () => {
  agency = await startTestApp()
  const claims = ['view.customer', 'view.Policy']
  admin = await agency.person({ roles: ['agent', 'administrator'], claims })
  ana = await agency.person({ roles: ['agent'], claims, npn: '8801001' })
  luis = await agency.person({ roles: ['agent'], claims, npn: '8801002' })
  const carrier = await agency.carrier('Search Health')
  const policyOf = async (agentId: number | null, number: string, lastName: string) =>
    (
      await agency.db
        .insertInto('policies')
        .values({
          carrier_id: carrier,
          policy_number: number,
          first_name: 'Rosalía',
          last_name: lastName,
          agent_id: agentId,
          email: `${lastName.toLowerCase()}.p@example.com`,
          phone: '4075550188',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  anas = {
    contact: await addTestContact(agency, {
      firstName: 'Rosalía',
      lastName: 'Verdugo',
      agentId: ana.agentId,
      dob: '1977-03-09',
      emails: ['main@example.com', 'verdugo.c@example.com'],
      phones: ['3215550000', '4075550188'],
      customer: true,
    }),
    policy: await policyOf(ana.agentId, 'SRCH-100200', 'Verdugo'),
  }
  await addTestContact(agency, { firstName: 'Rosalía', lastName: 'Verdugo', agentId: luis.agentId })
  await policyOf(luis.agentId, 'SRCH-100300', 'Verdugo')
  await policyOf(null, 'SRCH-100400', 'Verdugo')
})
afterEach(() => agency.close())

const found = async (person: Person, q: string) => {
  const { groups } = await person.call(search.everywhere, { q })
  return Object.fromEntries(groups.map(({ kind, data }) => [kind, data.map(({ id }) => id)]))
}

test('P-26 P-30 each kind is found by name, phone, email or number, visible records only', async () => {
  for (const q of ['verdugo', 'ROSALIA', 'rosalía verd', 'erdug', '(407) 555-0188', '14075550188', '4075', 've'])
    expect(await found(ana, q), q).toEqual({ contact: [anas.contact], policy: [anas.policy] })
  expect(await found(ana, 'verdugo.c@')).toEqual({ contact: [anas.contact] })
  expect(await found(ana, 'verdugo.p@example.com')).toEqual({ policy: [anas.policy] })
  expect(await found(ana, 'srch-100200')).toEqual({ policy: [anas.policy] })
  for (const q of ['srch-100300', 'srch-100400', 'person-', '%%%', '__', "' or 1=1 --"])
    expect(await found(ana, q), q).toEqual({})
  expect((await found(admin, 'verdugo')).policy).toHaveLength(3)
  expect((await found(admin, 'verdugo')).contact).toHaveLength(2)
  expect(await found(admin, '8801002')).toEqual({ agent: [luis.agentId] })
})

test('P-26 P-30 marketplace and internal applications are found by name, phone, email and id, within their lists’ visibility', async () => {
  const claims = ['view.Application']
  const [record, seller, other] = [
    await agency.person({ roles: ['agent'], claims, npn: '8802001' }),
    await agency.person({ roles: ['agent'], claims, npn: '8802002' }),
    await agency.person({ roles: ['agent'], claims, npn: '8802003' }),
  ]
  const all = await agency.person({ roles: ['agent'], claims, visibility: [['__all__', 'Application']] })
  const { rows } = await sql<{ marketplace: number; internal: number; uuid: string }>`
    with m as (
      insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, user_phone, user_email,
        carrier_name, agent_id, sale_agent_id)
      values ('7300412', now(), 'Iñaki', 'Olabarri', '6155550177', 'inaki.o@example.com', 'Palm Health', ${record.agentId}, ${seller.agentId})
      returning id
    ), i as (
      insert into internal_applications (first_name, last_name, email, phone, carrier, created_by_agent_id, status_id, marketplace_id)
      values ('Iñaki', 'Olabarri', 'inaki.o@example.com', '6155550177', 'Palm Health', ${record.agentId}, 3, '7300412')
      returning id, uuid
    )
    select m.id as marketplace, i.id as internal, i.uuid from m, i`.execute(agency.db)
  const created = rows[0]
  if (!created) throw new Error('Nothing was made')
  const both = { 'marketplace-application': [created.marketplace], 'internal-application': [created.internal] }
  for (const q of ['olabarri', 'INAKI olab', 'labarr', 'ol', '(615) 555-0177', '6155', 'inaki.o@', '7300412', '73004'])
    for (const person of [all, record]) expect(await found(person, q), q).toEqual(both)
  for (const q of [`Application ${created.internal}`, `#${created.internal}`]) {
    expect((await found(record, q))['internal-application'], q).toEqual([created.internal])
    expect((await found(seller, q))['internal-application'] ?? [], q).not.toContain(created.internal)
  }
  // The selling agent sees it in the marketplace list; the internal one belongs to another agent.
  for (const q of ['olabarri', 'labarr', '6155550177', 'inaki.o@', '7300412'])
    expect(await found(seller, q), q).toEqual({ 'marketplace-application': [created.marketplace] })
  for (const q of ['olabarri', 'labarr', '6155550177', 'inaki.o@', '7300412'])
    for (const person of [other, ana]) expect(await found(person, q), q).toEqual({})
  const { groups } = await record.call(search.everywhere, { q: '7300412' })
  expect(groups).toEqual([
    {
      kind: 'marketplace-application',
      data: [
        {
          id: created.marketplace,
          key: '7300412',
          title: 'Iñaki Olabarri',
          badge: 'Unelegible',
          detail: '7300412 · Palm Health · (615) 555-0177',
        },
      ],
    },
    {
      kind: 'internal-application',
      data: [
        {
          id: created.internal,
          key: created.uuid,
          title: 'Iñaki Olabarri',
          badge: 'Submitted',
          detail: `Application ${created.internal} · Palm Health · (615) 555-0177`,
        },
      ],
    },
  ])
})

test('contacts are found as last, first, without the middle name, and by the last digits of any phone', async () => {
  const many = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '8801011' })
  const id = await addTestContact(agency, {
    firstName: 'Ana Lucía',
    lastName: 'Barrientos',
    agentId: many.agentId,
    phones: ['3215550000', '4075557391'],
  })
  for (const q of [
    'barrientos, ana',
    'Barrientos,Ana L',
    'ana barrientos',
    'lucia barri',
    'barrientos ana',
    '7391',
    '555-7391',
  ])
    expect(await found(many, q), q).toEqual({ contact: [id] })
  for (const q of ['ana, barrientos', 'barrientos, luis', '391', '7392']) expect(await found(many, q), q).toEqual({})
})

test("a name is found with any apostrophe or none: files write O’Neil, keyboards O'Neil, clerks oneil", async () => {
  const names = [
    ['Ciara', 'O’Neil'],
    ['Ciara', "O'Neil"],
    ['Ciara', 'Oneil'],
  ] as const
  const contacts = await Promise.all(
    names.map(([firstName, lastName]) => addTestContact(agency, { firstName, lastName, agentId: ana.agentId })),
  )
  for (const q of [
    "o'neil",
    'o’neil',
    'oneil',
    "ciara o'neil",
    'oneil ciara',
    "O'Neil, Ciara",
    'oneil, c',
    'o`neil',
    'o neil',
    'ciara o neil',
  ])
    expect((await found(ana, q)).contact?.toSorted(), q).toEqual(contacts.toSorted())
  for (const name of ["o'neil", 'o’neil', 'oneil', "O'Neil, Ciara", 'Oneil Ciara', 'o neil', 'Ciara O Neil']) {
    const list = await ana.call(contactsContract.list, { name })
    expect(list.data.map(({ id }) => id).toSorted(), name).toEqual(contacts.toSorted())
  }
  for (const q of ["o'xneil", 'o xneil', 'xon', 'u neil']) expect(await found(ana, q), q).toEqual({})
  const apart = await addTestContact(agency, { firstName: 'Brid', lastName: 'O Neil', agentId: ana.agentId })
  for (const q of ['o neil', "o'neil", "brid o'neil", 'brid o neil'])
    expect((await found(ana, q)).contact, q).toContain(apart)
  const two = await addTestContact(agency, { firstName: 'Ja’Marcus', lastName: 'D’Angelo', agentId: ana.agentId })
  expect((await found(ana, 'o neil ciara')).contact?.toSorted()).toEqual(contacts.slice(0, 2).toSorted())
  for (const q of ['ja marcus', 'd angelo', 'ja marcus d angelo', 'marcus d angelo'])
    expect((await found(ana, q)).contact, q).toEqual([two])
})

test('words of a name are found in any order, with both last names or a hyphen', async () => {
  const names = [
    ['Maria', 'Smith-Jones'],
    ['Maria', 'Smith Jones'],
    ['Jones', 'Smith'],
  ] as const
  const contacts: number[] = []
  for (const [firstName, lastName] of names)
    contacts.push(await addTestContact(agency, { firstName, lastName, agentId: ana.agentId }))
  const [hyphen, both, turned] = contacts
  const byId = (one: number, other: number) => one - other
  const foundEverywhere = async (name: string) => {
    const list = (await ana.call(contactsContract.list, { name })).data.map(({ id }) => id).toSorted(byId)
    expect((await found(ana, name)).contact?.toSorted(byId) ?? [], name).toEqual(list)
    return list
  }
  for (const name of ['smith jones', 'jones smith'])
    expect(await foundEverywhere(name), name).toEqual([hyphen, both, turned])
  for (const name of ['smith jones maria', 'jones maria smith', 'maria jones'])
    expect(await foundEverywhere(name), name).toEqual([hyphen, both])
  expect(await foundEverywhere('jones m')).toEqual([hyphen, both])
  expect(await foundEverywhere('smith luis')).toEqual([])
})

test('policies are found by their number without leading zeros and by the end of the phone, in the search and in lists', async () => {
  await agency.db.updateTable('policies').set({ policy_number: '0012004501' }).where('id', '=', anas.policy).execute()
  for (const q of ['12004501', '120045', '0012004501', '0188', '555-0188'])
    expect((await found(ana, q)).policy, q).toEqual([anas.policy])
  expect(await found(ana, '2004501')).toEqual({})
  const numbered = async (policyNumber: string) =>
    (await ana.call(policiesContract.list, { policyNumber })).data.map(({ id }) => id)
  for (const typed of ['12004501', '120', '0012', '00']) expect(await numbered(typed), typed).toEqual([anas.policy])
  for (const typed of ['2004501', '012']) expect(await numbered(typed), typed).toEqual([])
  const called = async (phone: string) => (await ana.call(customers.list, { phone })).data.map(({ id }) => id)
  for (const typed of ['321', '0000', '555-0000', '3215550000'])
    expect(await called(typed), typed).toEqual([anas.contact])
  for (const typed of ['000', '5551']) expect(await called(typed), typed).toEqual([])
})

test('users are found by any part of login or name, by security administrators only', async () => {
  const security = await agency.person({ roles: ['agent', 'securityadmin'] })
  const { userName, name } = await security.call(users.one, { id: ana.userId })
  for (const q of [userName, userName.slice(2, -3), name.slice(1)])
    expect((await found(security, q)).user, q).toContain(ana.userId)
  expect(await found(admin, userName)).not.toHaveProperty('user')
})

test('each kind needs its own right: without it nothing of that kind is found, and agents only by users who can see them', async () => {
  const onlyPolicies = await agency.person({
    roles: ['agent'],
    claims: ['view.Policy'],
    visibility: [['__all__', 'Policy']],
  })
  expect(Object.keys(await found(onlyPolicies, 'verdugo'))).toEqual(['policy'])
  expect((await found(onlyPolicies, 'verdugo')).policy).toHaveLength(3)
  const customer = await agency.person({ roles: ['customer'] })
  expect(await found(customer, 'verdugo')).toEqual({})
  expect(await found(onlyPolicies, '8801002')).toEqual({})
  await expect(admin.call(search.everywhere, { q: ' a ' })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('P-30 P-70 a birth date finds the contacts and policies of people born that day, with a name only those, and is recorded', async () => {
  await sql`update policies set dob = '1977-03-09' where policy_number in ('SRCH-100200', 'SRCH-100300')`.execute(
    agency.db,
  )
  const theirs = { contact: [anas.contact], policy: [anas.policy] }
  for (const q of ['3/9/1977', '03-09-77', 'born 3/9/1977', 'verdugo 3/9/1977', 'Verdugo, Rosalía 1977-03-09'])
    expect(await found(ana, q), q).toEqual(theirs)
  expect((await found(admin, '3/9/1977')).policy).toHaveLength(2)
  for (const q of ['verdugo 3/9/1978', 'ruiz 3/9/1977']) expect(await found(ana, q), q).toEqual({})
  const { groups } = await ana.call(search.everywhere, { q: '3/9/1977' })
  expect(groups.find(({ kind }) => kind === 'policy')?.data[0]?.detail).toMatch(/ · born 03\/09\/1977$/)
  const { rows } = await sql<object>`
    select entity, subjects from audit_events where user_id = ${ana.userId} and action = 'read' order by id desc limit 2`.execute(
    agency.db,
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { entity: 'contact', subjects: theirs.contact },
      { entity: 'policy', subjects: theirs.policy },
    ]),
  )
})

test('leads are found by name, phone and birth date, by users with the lead and the right', async () => {
  const [ownLead, othersLead] = await Promise.all(
    [ana.agentId, luis.agentId].map(async (agentId, at) => {
      const { rows } = await sql<{ id: number }>`
        insert into leads (ffm_application_id, source, first_name, last_name, dob, phone, agent_id)
        values (${`SRCH-${at}`}, 'test', 'Leandra', 'Prospecta', '1962-03-14', '6155550133', ${agentId}) returning id`.execute(
        agency.db,
      )
      return rows[0]?.id
    }),
  )
  const caller = await agency.person({
    roles: ['agent'],
    claims: ['view.Lead'],
    visibility: [[String(ana.agentId), 'Lead']],
  })
  for (const q of ['prospecta', 'andra pros', '(615) 555-0133', '3/14/62', 'Prospecta 3/14/1962'])
    expect(await found(caller, q), q).toEqual({ lead: [ownLead] })
  expect(await found(ana, 'prospecta')).toEqual({})
  expect(othersLead).toBeGreaterThan(0)
})

test('a hit shows identifying details: a contact with email, phone and birth date, a policy with number and carrier', async () => {
  const { groups } = await ana.call(search.everywhere, { q: 'verdugo' })
  expect(groups).toEqual([
    {
      kind: 'contact',
      data: [
        {
          id: anas.contact,
          title: 'Rosalía Verdugo',
          detail: 'main@example.com · (321) 555-0000 · born 03/09/1977',
          badge: 'Customer',
        },
      ],
    },
    {
      kind: 'policy',
      data: [{ id: anas.policy, title: 'Rosalía Verdugo', detail: 'SRCH-100200 · Search Health', badge: 'Active' }],
    },
  ])
})

test('at most five of a kind, prefix matches first', async () => {
  const many = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '8801009' })
  for (let at = 0; at < 7; at++)
    await addTestContact(agency, {
      firstName: at < 4 ? 'Quimby' : 'Ed',
      lastName: at < 4 ? `Aa${at}` : `Quimby${at}`,
      agentId: many.agentId,
    })
  const { groups } = await many.call(search.everywhere, { q: 'quimby' })
  expect(groups[0]?.data.map(({ title }) => title)).toEqual([
    'Ed Quimby4',
    'Ed Quimby5',
    'Ed Quimby6',
    'Quimby Aa0',
    'Quimby Aa1',
  ])
})

test('P-70 P-73 each search is recorded with its results per kind, and a search without results as well', async () => {
  const eventsOf = async (q: string) => {
    const { headers } = await agency.app.inject({
      url: `/api/Search?${new URLSearchParams({ q })}`,
      headers: { authorization: `Bearer ${ana.token}` },
    })
    const { rows } = await sql<object>`
      select action, entity, subjects, facts from audit_events where request_id = ${headers['x-request-id']} order by entity`.execute(
      agency.db,
    )
    return rows
  }
  expect(await eventsOf('verdugo')).toEqual([
    { action: 'read', entity: 'contact', subjects: [anas.contact], facts: {} },
    { action: 'read', entity: 'policy', subjects: [anas.policy], facts: {} },
  ])
  expect(await eventsOf('no such name')).toEqual([{ action: 'read', entity: 'search', subjects: null, facts: {} }])
})

test('P-36 P-37 any input is answered or refused', async () => {
  const pieces = fc.constantFrom(
    "'",
    '"',
    '\\',
    '%',
    '_',
    '$1',
    '--',
    ';',
    '(',
    '+',
    '1',
    'a',
    '@',
    ' ',
    '\u0000',
    '😀',
    'ñ',
    '‮',
    '.',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(pieces, { maxLength: 12 }).map((some) => some.join('')),
        fc.string({ unit: 'binary', maxLength: 120 }),
      ),
      async (q) => {
        const { statusCode } = await agency.app.inject({
          url: `/api/Search?${new URLSearchParams({ q })}`,
          headers: { authorization: `Bearer ${admin.token}` },
        })
        expect([200, 400]).toContain(statusCode)
      },
    ),
    { numRuns: 200 },
  )
})
