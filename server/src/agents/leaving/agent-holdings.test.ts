import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addTestContact } from '../../contacts/test-contact.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let office: Person
let leaver: Person
let stays: Person

beforeEach(async () => {
  agency = await startTestApp()
  const claims = [
    'view.customer',
    'view.Lead',
    'view.Policy',
    'view.Application',
    'admin.AgentPayment',
    'view.Statement',
  ]
  office = await agency.person({ roles: ['agent', 'administrator'], claims })
  leaver = await agency.person({ roles: ['agent'], npn: '9902001' })
  stays = await agency.person({ roles: ['agent'], npn: '9902002' })
  const carrier = await agency.carrier('Leaving Health')
  for (const { agentId, userId } of [leaver, leaver, stays]) {
    const contact = await addTestContact(agency, { firstName: 'Ana', lastName: 'Held', agentId, customer: true })
    await sql`
      with p as (
        insert into policies (carrier_id, policy_number, first_name, last_name, agent_id, status)
        select ${carrier}, ${`H${contact}`} || s, 'Ana', 'Held', ${agentId}, s from unnest(array['Active', 'Terminated']) s),
      l as (
        insert into leads (ffm_application_id, source, first_name, last_name, phone, agent_id)
        values (${`HELD-${contact}`}, 'test', 'Leandra', 'Held', '6155550133', ${agentId})),
      i as (
        insert into internal_applications (first_name, last_name, email, phone, carrier, assigned_agent_id, status_id)
        select 'Ida', 'Held', 'ida@example.com', '6155550177', 'Leaving Health', ${agentId}, s from unnest(array[1, 2]) s)
      insert into notes (record_id, kind, body, created_by, follow_up_on, followed_up_at)
      select ${contact}, 3, 'Call back', ${userId}, '2026-12-01', d from unnest(array[null, now()]) d`.execute(
      agency.db,
    )
  }
})
afterEach(() => agency.close())

const loginOf = async ({ userId }: Person) =>
  (await sql<{ name: string }>`select user_name as name from users where id = ${userId}`.execute(agency.db)).rows[0]
    ?.name

test('an administrator sees what an agent still holds, as the lists count it', async () => {
  const agentId = leaver.agentId ?? 0
  expect(await office.call(agents.holdings, { id: agentId })).toEqual({
    leads: 2,
    customers: 2,
    policies: 2,
    applications: 2,
    followUps: 2,
    advances: '0.00',
    carried: '0.00',
    logins: [await loginOf(leaver)],
  })
  expect((await office.call(leads.list, { agentId })).totalRecords).toBe(2)
  expect((await office.call(customers.list, { agentId })).totalRecords).toBe(2)
  expect((await office.call(policies.list, { agentId, status: 'Active' })).totalRecords).toBe(2)
})

test('a figure whose list the administrator may not open is not told, and agents see none', async () => {
  const id = leaver.agentId ?? 0
  const plain = await agency.person({ roles: ['administrator'] })
  expect(await plain.call(agents.holdings, { id })).toEqual({
    leads: null,
    customers: null,
    policies: null,
    applications: null,
    followUps: 2,
    advances: null,
    carried: null,
    logins: [await loginOf(leaver)],
  })
  await expect(leaver.call(agents.holdings, { id })).rejects.toMatchObject({ status: 403 })
  await expect(office.call(agents.holdings, { id: 999_999 })).rejects.toMatchObject({ code: 'agent.not_found' })
})

test('an agent who left holds a login until it is disabled', async () => {
  const id = leaver.agentId ?? 0
  const logins = async () => (await office.call(agents.holdings, { id })).logins
  expect(await logins()).toEqual([await loginOf(leaver)])
  await sql`update users set enabled = false where id = ${leaver.userId}`.execute(agency.db)
  expect(await logins()).toEqual([])
})
