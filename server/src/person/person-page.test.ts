import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { PersonEntry } from '@coverdesk/domain/person/person-contract.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAgent, editOf, someone } from '../customers/test-customers.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let carrierId: number
beforeEach(async () => {
  agency = await startTestApp()
  agent = await customerAgent(agency, ['view.customer', 'view.Policy', 'view.Lead', 'view.OfflineApp'])
  carrierId = await agency.carrier('Sunrise Health')
})
afterEach(() => agency.close())

let numbers = 0
async function policy(more: Record<string, unknown>): Promise<string> {
  const number = `PP${++numbers}`
  await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: number,
      first_name: 'Ana',
      last_name: 'Nobody',
      status: 'Active',
      agent_id: agent.agentId,
      effective_date: '2026-01-01',
      ...more,
    })
    .execute()
  return number
}

async function lead(more: Record<string, unknown>): Promise<void> {
  await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ana', last_name: 'Nobody', agent_id: agent.agentId, ...more })
    .execute()
}

describe('everything about a customer', () => {
  test('CUST-17 status, changes, notes, policies and leads are on one timeline, newest first, each with its author', async () => {
    const fields = someone({ middleName: '' })
    const { id } = await agent.call(customers.create, fields)
    const { lastName, firstName, dob } = fields
    const byBirth = await policy({ first_name: 'ANA', last_name: lastName.toUpperCase(), dob, term_date: '2026-06-30' })
    await lead({ first_name: firstName, last_name: lastName, phone: '3055550142', plan: 'Silver 24' })
    await agent.call(customers.update, { ...(await editOf(agent, id)), middleName: 'Inés' })
    await agent.call(customers.setStatus, { id, statusId: 2, comment: 'Called' })
    await sql`insert into notes (kind, record_id, body, created_by) values (${notedKinds.customer.id}, ${id}, 'Prefers mornings', ${agent.userId})`.execute(
      agency.db,
    )
    const page = await agent.call(customers.everything, { id })
    expect(page.policies?.map(({ policyNumber, matchedBy }) => [policyNumber, matchedBy])).toEqual([
      [byBirth, 'name and date of birth'],
    ])
    expect(new Set(page.kinds)).toEqual(new Set(['status', 'change', 'policy', 'unpaid', 'note', 'lead', 'offline']))
    const times = page.entries.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(page.entries.map(({ kind, title }) => `${kind}: ${title}`)).toEqual(
      expect.arrayContaining([
        'note: Note',
        'status: Status changed',
        'status: Became a customer',
        'change: Changed',
        'change: Created',
        'lead: Came as a lead',
        'policy: Coverage began',
        'policy: Coverage ended',
      ]),
    )
    expect(page.entries.find(({ kind }) => kind === 'note')).toMatchObject({ text: 'Prefers mornings' })
    expect(page.entries.find(({ title }) => title === 'Status changed')).toMatchObject({
      text: 'Called',
      by: expect.stringContaining('Pat Example'),
      state: { word: 'Contacted', tone: 'amber' },
    })
    const { rows } = await sql<{ entity: string }>`
      select entity from audit_events where user_id = ${agent.userId} and action = 'read' and facts ->> 'of' = 'customer'
      order by id`.execute(agency.db)
    expect(rows.map(({ entity }) => entity)).toEqual(['policy', 'lead'])
  })

  test('CUST-17 the timeline says of coverage what is true today: announced, never in force, begun and ended', async () => {
    const fields = someone()
    const { id } = await agent.call(customers.create, fields)
    const { lastName: last_name, firstName: first_name, dob } = fields
    const year = new Date().getFullYear()
    await policy({ first_name, last_name, dob, status: 'Pending', effective_date: `${year + 2}-01-01` })
    await policy({ first_name, last_name, dob, status: 'Cancelled', term_date: '2026-01-01' })
    await policy({
      first_name,
      last_name,
      dob,
      status: 'Terminated',
      effective_date: '2024-01-01',
      term_date: '2024-12-31',
    })
    const { entries } = await agent.call(customers.everything, { id })
    expect(entries.filter(({ kind }) => kind === 'policy').map(({ title, state }) => [title, state?.word])).toEqual([
      [`Coverage starts 01/01/${year + 2}`, 'Pending'],
      ['Cancelled, never in force', 'Cancelled'],
      ['Coverage ended', 'Ended'],
      ['Coverage began', 'Terminated'],
    ])
  })

  test('a policy belongs to the person by name and date of birth, or by last name with email or phone, and by nothing less', async () => {
    const fields = someone({ email: 'Own.Mail@example.com', phone: '4075550111' })
    const { id } = await agent.call(customers.create, fields)
    const { lastName: last_name, dob } = fields
    const birth = await policy({ last_name, dob, effective_date: '2026-03-01' })
    const mail = await policy({
      first_name: 'A.',
      last_name,
      email: 'own.mail@EXAMPLE.com',
      effective_date: '2026-02-01',
    })
    const phone = await policy({ first_name: 'Anita', last_name, phone: '4075550111' })
    await policy({ last_name, dob: '1990-01-01' })
    await policy({ last_name: 'Other', email: 'own.mail@example.com', phone: '4075550111', dob })
    await policy({ first_name: 'Luis', last_name, dob })
    const { policies } = await agent.call(customers.everything, { id })
    expect(policies?.map(({ policyNumber, matchedBy }) => [policyNumber, matchedBy])).toEqual([
      [birth, 'name and date of birth'],
      [mail, 'last name and email'],
      [phone, 'last name and phone'],
    ])
  })

  test('P-26 P-30 records of other areas are shown only to users who may read them there', async () => {
    const fields = someone()
    const { id } = await agent.call(customers.create, fields)
    const { lastName: last_name, firstName: first_name, dob } = fields
    const other = await customerAgent(agency)
    const own = await policy({ last_name, dob })
    await policy({ last_name, dob, agent_id: other.agentId })
    await lead({ first_name, last_name, dob })
    await lead({ first_name, last_name, dob, agent_id: other.agentId })
    const seen = await agent.call(customers.everything, { id })
    expect(seen.policies?.map(({ policyNumber }) => policyNumber)).toEqual([own])
    expect(seen.entries.filter(({ kind }) => kind === 'lead')).toHaveLength(1)
    const without = await agency.person({
      roles: ['agent'],
      claims: ['view.customer'],
      visibility: [[String(agent.agentId), '__all__']],
    })
    const less = await without.call(customers.everything, { id })
    expect(less.policies).toBeNull()
    expect(new Set(less.kinds)).toEqual(new Set(['status', 'change', 'note']))
    expect(less.entries.some(({ kind }) => kind === 'policy' || kind === 'lead')).toBe(false)
    const all = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.customer', 'view.Policy'] })
    expect((await all.call(customers.everything, { id })).policies).toHaveLength(2)
  })

  test('CUST-17 TEL-04 P-26 calls, messages and unpaid months are on the timeline for users who may read each of them', async () => {
    const claims = ['view.customer', 'view.Policy', 'TelephonyAgent', 'view.marketing']
    const seller = await customerAgent(agency, claims)
    const fields = someone()
    const { id } = await seller.call(customers.create, fields)
    const owned = await policy({ last_name: fields.lastName, dob: fields.dob, agent_id: seller.agentId })
    const helper = await agency.person({
      roles: ['agent'],
      claims: ['view.customer', 'TelephonyAgent'],
      visibility: [[String(seller.agentId), '__all__']],
    })
    const log = (person: Person, comment: string) =>
      person.call(telephony.log, { phone: '3055550142', contactId: id, outcome: 'Answered', comment })
    await log(seller, 'Asked for a call on Friday')
    await log(helper, 'Said thanks')
    await sql`
      insert into contact_messages (contact_id, direction, channel, address, body, user_id, state)
      values (${id}, 'out', 'sms', '3055550142', 'Your card is in the mail', ${seller.userId}, 'sent'),
        (${id}, 'in', 'sms', '3055550142', 'Thank you', null, 'received')`.execute(agency.db)
    await sql`
      insert into unpaid_policies (policy_id, month, why, carrier_id, policy_number, insured_name, search_name, sort_name, at_stake, aor_id)
      select id, '2026-10-01', 'premium', carrier_id, policy_number, 'Ana', search_name, sort_name, 20, agent_id from policies where policy_number = ${owned}`.execute(
      agency.db,
    )
    await sql`update unpaid_policies n set why = null from policies p where p.id = n.policy_id and p.policy_number = ${owned}`.execute(
      agency.db,
    )
    const of = (entries: readonly PersonEntry[], kind: PersonEntry['kind']) =>
      entries.filter((entry) => entry.kind === kind).map(({ title, text }) => `${title}: ${text}`)
    const { entries } = await seller.call(customers.everything, { id })
    expect(of(entries, 'call')).toEqual(['Called (305) 555-0142: Asked for a call on Friday'])
    expect(of(entries, 'message')).toEqual([
      'Text message received: Thank you',
      'Text message sent: Your card is in the mail',
    ])
    expect(of(entries, 'unpaid').toSorted()).toEqual([
      `No longer unpaid, 10/2026: Policy ${owned}`,
      `Unpaid in 10/2026: Policy ${owned}`,
    ])
    const helped = await helper.call(customers.everything, { id })
    expect(of(helped.entries, 'call')).toEqual(['Called (305) 555-0142: Said thanks'])
    expect(new Set(helped.kinds)).toEqual(new Set(['status', 'change', 'note', 'call']))
    expect([...of(helped.entries, 'message'), ...of(helped.entries, 'unpaid')]).toEqual([])
    const head = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.customer', 'TelephonyAdmin'] })
    expect(of((await head.call(customers.everything, { id })).entries, 'call')).toHaveLength(2)
    const { rows } = await sql<{ entity: string; subjects: number[] }>`
      select entity, subjects from audit_events where user_id = ${seller.userId} and action = 'read' and facts ->> 'of' = 'customer'
      order by id`.execute(agency.db)
    expect(rows.map(({ entity }) => entity)).toEqual(['policy', 'call', 'conversation', 'unpaid-policy'])
    expect(rows.find(({ entity }) => entity === 'conversation')?.subjects).toEqual([id])
  })

  test('every contact method is listed with its purposes', async () => {
    const { id } = await agent.call(customers.create, someone())
    await sql`update contact_emails set purposes = array[1] where contact_id = ${id}`.execute(agency.db)
    await sql`
      insert into contact_addresses (contact_id, address, country_id, state_id, city_id, zip_code)
      select ${id}, '12 Palm Ave', 1, 12, null, '33101'`.execute(agency.db)
    const page = await agent.call(customers.everything, { id })
    expect(page.emails[0]?.purposes).toHaveLength(1)
    expect(page.phones).toEqual([{ phone: '3055550142', purposes: [] }])
    expect(page.addresses).toEqual([
      { address: '12 Palm Ave', city: null, state: 'FL', country: 'US', zipCode: '33101', purposes: [] },
    ])
    expect(await agent.call(notes.list, { entityId: id, entityMetadataId: notedKinds.customer.id })).toEqual([])
  })
})
