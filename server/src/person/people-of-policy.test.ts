import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAgent, failureOf, someone } from '../customers/test-customers.ts'
import { child, mariaVega, spouse } from '../offline/offline-test-people.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let carrierId: number
const claims = ['view.customer', 'view.Policy', 'view.OfflineApp', 'view.Application']
beforeEach(async () => {
  agency = await startTestApp()
  agent = await customerAgent(agency, claims)
  carrierId = await agency.carrier('Sunrise Health')
})
afterEach(() => agency.close())

let numbers = 0
async function policyOf(more: Record<string, unknown>, owner = agent): Promise<number> {
  const { id } = await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: `PP${++numbers}`,
      first_name: 'Ana',
      last_name: 'Vega',
      status: 'Active',
      agent_id: owner.agentId,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

const namesOf = async (id: number, reader = agent) =>
  (await reader.call(policyPeople.people, { id })).members.map(({ name, relation }) => `${name}: ${relation}`)

describe('the people of a policy', () => {
  test('the insured is the customer with the same name and birth date, or last name with email or phone, and links their other policies', async () => {
    const fields = someone({ phone: '4075550123' })
    const { id: customerId } = await agent.call(customers.create, fields)
    const { firstName: first_name, lastName: last_name, dob } = fields
    const byBirth = await policyOf({ first_name, last_name, dob })
    const byPhone = await policyOf({ first_name: 'A.', last_name, phone: '4075550123' })
    await policyOf({ first_name, last_name })
    const { customers: found } = await agent.call(policyPeople.people, { id: byBirth })
    expect(found).toMatchObject([
      { id: customerId, matchedBy: 'name and date of birth', phone: '4075550123', email: fields.email },
    ])
    expect(found?.[0]?.otherPolicies.map(({ id }) => id)).toEqual([byPhone])
    const other = await agent.call(policyPeople.people, { id: byPhone })
    expect(other.customers).toMatchObject([{ id: customerId, matchedBy: 'last name and phone' }])
    const { rows } = await sql<{ subjects: string[] }>`
      select subjects from audit_events where user_id = ${agent.userId} and action = 'read' and entity = 'customer'
        and facts ->> 'of' = 'policy'`.execute(agency.db)
    expect(rows.map(({ subjects }) => subjects.map(Number))).toEqual([[customerId], [customerId]])
  })

  test('P-26 P-30 customers are those that the reader may open, and the policy is missing for other agents', async () => {
    const fields = someone()
    await agent.call(customers.create, fields)
    const { firstName: first_name, lastName: last_name, dob } = fields
    const own = await policyOf({ first_name, last_name, dob })
    const without = await agency.person({ roles: ['agent'], claims: ['view.Policy'], fullAccess: true })
    expect((await without.call(policyPeople.people, { id: own })).customers).toBeNull()
    const stranger = await customerAgent(agency, claims)
    expect((await failureOf(stranger.call(policyPeople.people, { id: own })))?.code).toBe('policy.not_found')
    const theirs = await policyOf({ first_name, last_name, dob }, stranger)
    expect((await stranger.call(policyPeople.people, { id: theirs })).customers).toEqual([])
  })

  test('members are the subscriber and who asks for coverage on the household’s applications, not who does not', async () => {
    const lastName = 'Miembros'
    const applying = { ...child, lastName, firstName: 'Eva' }
    const notApplying = { ...spouse, lastName, apply: false, ssn: '' }
    await agent.call(offline.submit, mariaVega({ lastName, offlineAppMembers: [notApplying, applying] }))
    const id = await policyOf({ first_name: 'Maria', last_name: lastName, dob: '1988-03-14', member_id: 'M-1' })
    const { members } = await agent.call(policyPeople.people, { id })
    expect(members).toMatchObject([
      { name: `Maria ${lastName}`, relation: 'subscriber', memberId: 'M-1', source: 'carrier', record: null },
      { name: `Eva ${lastName}`, relation: 'child', dob: '2016-11-21', source: 'offline' },
    ])
    const without = await agency.person({ roles: ['agent'], claims: ['view.Policy'], fullAccess: true })
    expect(await namesOf(id, without)).toEqual([`Maria ${lastName}: subscriber`])
  })

  test('an enrollment at the marketplace under the policy’s number names its members', async () => {
    const lastName = 'Inscrita'
    const id = await policyOf({ first_name: 'Zoé', last_name: lastName, dob: '1980-04-17', policy_number: 'u-991' })
    const persons = [
      { id: '1', firstName: 'Zoé', lastName, dob: '1980-04-17', relationship: 'self' },
      { id: '2', firstName: 'Leo', lastName, dob: '2015-02-03', sex: 'Male', relationship: 'Child' },
      { id: '3', firstName: 'Max', lastName, dob: '2017-02-03', sex: 'Male', relationship: 'Child' },
    ]
    const document = {
      persons,
      insuranceApplication: { applicants: persons.map(({ id: personId }) => ({ personId })) },
      policies: [{ id_issuer: 'U-991', members: [{ personId: '1' }, { personId: '2' }] }],
    }
    await sql`
      insert into marketplace_applications (exchange_assigned_id, snapshot_at, user_first_name, user_last_name, agent_id, raw)
      values ('5550002', '2026-01-05', 'Zoé', ${lastName}, ${agent.agentId}, ${JSON.stringify(document)})`.execute(
      agency.db,
    )
    expect(await namesOf(id)).toEqual([`Zoé ${lastName}: subscriber`, `Leo ${lastName}: child`])
    const other = await policyOf({ first_name: 'Zoé', last_name: lastName, dob: '1980-04-17' })
    expect(await namesOf(other)).toEqual([
      `Zoé ${lastName}: subscriber`,
      `Leo ${lastName}: child`,
      `Max ${lastName}: child`,
    ])
  })
})

test('NOTE-09 P-27 a policy has notes for who can see it, and its follow-up is on the landing page', async () => {
  const id = await policyOf({ last_name: 'Notada' })
  const record = { entityId: id, entityMetadataId: notedKinds.policy.id }
  await agent.call(notes.add, { ...record, noteBody: 'Card had expired.', followUpOn: todayIn(new Date()) })
  expect(await agent.call(notes.list, record)).toMatchObject([{ noteBody: 'Card had expired.' }])
  const { groups } = await agent.call(home.day, {})
  expect(JSON.stringify(groups)).toContain(`"record":"policy"`)
  const stranger = await customerAgent(agency, claims)
  expect((await failureOf(stranger.call(notes.list, record)))?.code).toBe('record.not_found')
  const without = await agency.person({ roles: ['agent'], claims: ['view.customer'], fullAccess: true })
  expect((await failureOf(without.call(notes.list, record)))?.code).toBe('right.missing')
})
