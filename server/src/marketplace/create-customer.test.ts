import { access } from '@coverdesk/domain/access/access-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { linkedCustomers } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMessage } from '../access/sign-in/test-sign-in.ts'
import { failureOf } from '../customers/test-customers.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let office: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '19984127' })
  office = await agency.person({ claims: ['admin.Application', 'view.customer'], roles: ['agent'], fullAccess: true })
})
afterAll(() => agency.close())

let applicants = 0
/** An application of the agent with a unique applicant. */
async function application(change: Record<string, unknown> = {}) {
  const nth = ++applicants
  const appId = `${5_000_000_000 + nth}`
  const email = `rosa.quintero${nth}@example.com`
  await agency.db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      agent_id: agent.agentId,
      user_first_name: 'Rosa',
      user_last_name: `Quintero ${nth}`,
      user_email: email,
      user_phone: '3055550142',
      document: JSON.stringify({
        persons: [{ firstName: 'ROSA', lastName: `Quintero ${nth}`, dob: '1984-02-29', sex: 'Female' }],
      }),
      ...change,
    })
    .execute()
  return { appId, email }
}
const create = (appId: string, by = office) => by.call(linkedCustomers.create, { appId })
const login = (user: string, pass: string) => callAs(agency.app, null, access.login, { user, pass })
const ownPassword = 'Zephyr-Quartz-71'

test('CUST-25 ACCESS-09 SHELL-11 P-12 the applicant becomes a customer who sets a password with the key, sees this application and no other', async () => {
  const { appId, email } = await application()
  const { appId: foreign } = await application()
  const answer = await create(appId)
  expect(answer).toMatchObject({ email, key: expect.stringMatching(/^\S{12,20}$/) })
  expect(Date.parse(answer.until) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  expect(await office.call(customers.one, { id: answer.customerId })).toMatchObject({
    firstName: 'Rosa',
    email,
    phone: '3055550142',
    dob: '1984-02-29',
    sex: 'F',
    agentId: agent.agentId,
  })
  // The key is no session; it returns the code that sets a password.
  const first = await login(email, answer.key)
  expect(Object.keys(first)).toEqual(['code'])
  const code = 'code' in first ? first.code : ''
  await callAs(agency.app, null, passwords.reset, { user: email, code, pass: ownPassword, pass_confirm: ownPassword })
  expect(await failureOf(login(email, answer.key))).toMatchObject({ status: 401 })
  const signedIn = await login(email, ownPassword)
  const token = 'token' in signedIn ? signedIn.token : ''
  expect(await callAs(agency.app, token, access.currentUser, {})).toMatchObject({
    roles: ['customer'],
    claims: [],
    applicationId: appId,
    contactId: answer.customerId,
  })
  expect(await callAs(agency.app, token, marketplace.one, { appId })).toMatchObject({ exchangeAssignedId: appId })
  expect(await failureOf(callAs(agency.app, token, marketplace.one, { appId: foreign }))).toMatchObject({ status: 404 })
  expect(await failureOf(create(appId))).toMatchObject({ code: 'customer.linked_already', status: 409 })
})

test('CUST-25 P-03 requested again before the customer’s first sign-in, it returns a new key and invalidates the old one; neither is stored', async () => {
  const { appId, email } = await application()
  const before = await create(appId)
  const after = await create(appId)
  expect(after).toMatchObject({ customerId: before.customerId, email })
  expect(await failureOf(login(email, before.key))).toMatchObject({ status: 401 })
  expect(Object.keys(await login(email, after.key))).toEqual(['code'])
  const { rows } = await agency.db.executeQuery(
    agency.db
      .selectFrom('audit_events')
      .select(['action', 'entity', 'facts'])
      .where('user_id', '=', office.userId)
      .where('entity', 'in', ['user', 'customer'])
      .compile(),
  )
  expect(rows).toContainEqual(expect.objectContaining({ action: 'create', entity: 'user' }))
  for (const key of [before.key, after.key]) expect(JSON.stringify(rows)).not.toContain(key)
})

test('CUST-25 a known client with the same name and email is not created twice', async () => {
  const { appId, email } = await application()
  const { id } = await office.call(customers.create, {
    firstName: 'Rosa',
    lastName: `Quintero ${applicants}`,
    email: email.toUpperCase(),
    sex: 'F',
    agentId: agent.agentId,
  })
  expect((await create(appId)).customerId).toBe(id)
})

test('CUST-25 P-26 a client with the same name and email but another date of birth is another person, whose data the applicant does not get', async () => {
  const { appId, email } = await application()
  const { id } = await office.call(customers.create, {
    firstName: 'Rosa',
    lastName: `Quintero ${applicants}`,
    email,
    sex: 'F',
    dob: '1951-07-03',
    agentId: agent.agentId,
  })
  const { customerId } = await create(appId)
  expect(customerId).not.toBe(id)
  expect(await office.call(customers.one, { id: customerId })).toMatchObject({ dob: '1984-02-29', email })
})

test('CUST-25 P-12 an unconfirmed registration with the client’s address does not prevent the client from becoming a customer', async () => {
  const { appId, email } = await application()
  const otherPassword = 'Crooked-Ladle-52'
  await callAs(agency.app, null, passwords.register, {
    user: email,
    email,
    pass: otherPassword,
    pass_confirm: otherPassword,
  })
  const { code } = await newestMessage(agency, email)
  const answer = await create(appId)
  expect(answer.email).toBe(email)
  expect(Object.keys(await login(email, answer.key))).toEqual(['code'])
  // The confirmation link does not open the account afterwards either.
  expect(await failureOf(callAs(agency.app, null, passwords.confirm, { code, pass: otherPassword }))).toMatchObject({
    code: 'user.name_taken',
  })
  expect(await failureOf(login(email, otherPassword))).toMatchObject({ code: 'sign_in.refused' })
})

test('CUST-25 P-12 a public account created with that address before addresses were confirmed does not either', async () => {
  const { appId, email } = await application()
  await agency.db
    .insertInto('users')
    .values({
      user_name: email.toUpperCase(),
      email,
      password_hash: 'none',
      roles: ['consumer'],
      address_unproven: true,
    })
    .execute()
  expect(await create(appId)).toMatchObject({ email })
})

test('CUST-25 P-26 ACCESS-29 without name or email, for a client with an account, or without the right, nothing is created', async () => {
  const { appId: nameless } = await application({ user_last_name: '' })
  const { appId: silent } = await application({ user_email: null })
  for (const appId of [nameless, silent])
    expect(await failureOf(create(appId))).toMatchObject({ code: 'customer.applicant_unclear', status: 400 })
  const { appId, email } = await application()
  await create(appId)
  const { appId: second } = await application({ user_email: email })
  expect(await failureOf(create(second))).toMatchObject({ code: 'user.name_taken', status: 400 })
  const { appId: third } = await application()
  expect(await failureOf(create(third, agent))).toMatchObject({ status: 403 })
  expect(await failureOf(create('999999'))).toMatchObject({ status: 404 })
  const otherUser = await agency.person({ claims: ['admin.Application'] })
  expect(await failureOf(create(third, otherUser))).toMatchObject({ status: 404 })
})
