import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { EditConflict } from '@coverdesk/domain/history/history-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { customerAgent, editOf, failureOf, someone } from './test-customers.ts'

let agency: TestApp
let agent: Person
beforeAll(async () => {
  agency = await startTestApp()
  agent = await customerAgent(agency)
})
afterAll(() => agency.close())

type Ways = InputOf<typeof customers.saveWays>

/** A person's contact methods as an unchanged request, with overrides. */
async function waysOf(id: number, change: Partial<Ways> = {}): Promise<Ways> {
  const { version, emails, phones, addresses } = await agent.call(profile.one, { id })
  return { id, version, emails, phones, addresses, ...change }
}

const home = { address: '12 Palm Ave', countryId: 1, stateId: 12, cityId: null, zipCode: '33101', purposes: [] }

test('CUST-18 CONTACT-08 emails, phones and addresses of a customer are saved together, with history and an audit event without values', async () => {
  const { id, email } = await agent.call(customers.create, someone())
  const saved = await agent.call(
    customers.saveWays,
    await waysOf(id, {
      emails: [
        { email: 'new.main@example.com', purposes: [{ purposeId: 1 }] },
        { email: email ?? '', purposes: [] },
      ],
      phones: [],
      addresses: [home],
    }),
  )
  expect(saved.emails.map((entry) => entry.email)).toEqual(['new.main@example.com', email])
  expect(await agent.call(customers.one, { id })).toMatchObject({
    email: 'new.main@example.com',
    phone: null,
    stateId: 12,
    version: saved.version,
  })
  expect((await agent.call(customers.everything, { id })).addresses).toEqual([
    { address: '12 Palm Ave', city: null, state: 'FL', country: 'US', zipCode: '33101', purposes: [] },
  ])
  const [change] = (await agent.call(customers.history, { id })).slice(-1)
  expect(change).toMatchObject({ version: saved.version, action: 'Changed' })
  expect(change?.changes.map(({ field, new: now }) => [field, now])).toEqual([
    ['Emails', expect.stringContaining('new.main@example.com (')],
    ['Phones', null],
    ['Addresses', '12 Palm Ave, FL 33101, US'],
  ])
  const event = await agency.db
    .selectFrom('audit_events')
    .select(['facts'])
    .where('entity', '=', 'customer')
    .where('entity_id', '=', String(id))
    .where('action', '=', 'update')
    .executeTakeFirstOrThrow()
  expect(event.facts).toMatchObject({ emailsAdded: 1, emailsRemoved: 0, phonesRemoved: 1, addressesAdded: 1 })
  expect(JSON.stringify(event.facts)).not.toMatch(/example|Palm|33101/)
})

test('a ZIP code of nine digits is read with its hyphen', async () => {
  const { id } = await agent.call(customers.create, someone())
  await agent.call(customers.saveWays, await waysOf(id, { addresses: [{ ...home, zipCode: '33101-1234' }] }))
  const [change] = (await agent.call(customers.history, { id })).slice(-1)
  expect(change?.changes).toMatchObject([{ field: 'Addresses', new: '12 Palm Ave, FL 33101-1234, US' }])
})

test('CUST-13 saving unchanged contact methods creates no version; a changed purpose does', async () => {
  const { id, version } = await agent.call(customers.create, someone())
  expect((await agent.call(customers.saveWays, await waysOf(id))).version).toBe(version)
  const { emails } = await waysOf(id)
  const [first] = emails
  const saved = await agent.call(
    customers.saveWays,
    await waysOf(id, { emails: [{ email: first?.email ?? '', purposes: [{ purposeId: 2 }] }] }),
  )
  expect(saved.version).toBe(version + 1)
})

test('P-74 when two users edit the same customer, the second is shown who changed what, in both forms', async () => {
  const { id } = await agent.call(customers.create, someone())
  const mine = await waysOf(id, { addresses: [home] })
  await agent.call(customers.update, { ...(await editOf(agent, id)), middleName: 'Luz' })
  const failure = await failureOf(agent.call(customers.saveWays, mine))
  expect(failure).toMatchObject({ code: 'record.changed', status: 409 })
  expect(EditConflict.parse(failure?.details).since).toMatchObject([
    { changes: [{ field: 'Middle name', new: 'Luz' }] },
  ])
  expect((await agent.call(profile.one, { id })).addresses).toEqual([])
})

test('CUST-06 CUST-07 CUST-24 invalid input is rejected at its field and changes nothing', async () => {
  const { id } = await agent.call(customers.create, someone())
  const before = await waysOf(id)
  const wrong: [Partial<Ways>, string, string][] = [
    [{ emails: [] }, 'emails', 'Email is required'],
    [{ emails: [{ email: 'nobody', purposes: [] }] }, 'emails.0.email', 'Must be valid email'],
    [{ phones: [{ phone: '12', purposes: [] }] }, 'phones.0.phone', 'Not a Phone'],
    [{ addresses: [{ ...home, address: '' }] }, 'addresses.0.address', 'Address is required'],
    [{ addresses: [{ ...home, stateId: 9_999 }] }, 'addresses.0.stateId', 'Not a state of this country'],
    [{ emails: [{ email: 'a@b.example', purposes: [{ purposeId: 9_999 }] }] }, 'emails.0.purposes', 'Not a purpose'],
  ]
  for (const [change, path, message] of wrong) {
    const failure = await failureOf(agent.call(customers.saveWays, { ...before, ...change }))
    expect(failure?.status, path).toBe(400)
    expect(failure?.details, path).toContainEqual(expect.objectContaining({ path, message }))
  }
  expect(await waysOf(id)).toEqual(before)
})

test('P-26 a customer of another agent is not found and not changed, and neither is a contact who is not a customer', async () => {
  const { id } = await agent.call(customers.create, someone())
  const before = await waysOf(id)
  const stranger = await customerAgent(agency)
  expect((await failureOf(stranger.call(customers.saveWays, { ...before, phones: [] })))?.status).toBe(404)
  expect(await waysOf(id)).toEqual(before)
  const contact = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Una', last_name: 'Known', agent_id: agent.agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await failureOf(agent.call(customers.saveWays, { ...before, id: contact.id })))?.status).toBe(404)
})
