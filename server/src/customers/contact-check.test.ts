import { agency as contract } from '@coverdesk/domain/agency/agency-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { customerAgent, someone } from './test-customers.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.customer'] })
})
afterEach(() => agency.close())

async function customer(by: Person, email: string, phone: string): Promise<number> {
  return (await by.call(customers.create, someone({ email, phone }))).id
}

const found = async (by: Person, contactCheck: 'unreachable' | 'agency' | 'shared') =>
  (await by.call(customers.list, { contactCheck, pageSize: 50 })).data.map(({ id }) => id).sort((a, b) => a - b)

test("clients are found whose only email and phone are an agent's or the agency's", async () => {
  const agent = await customerAgent(agency)
  const { loginEmail } = await agency.db
    .selectFrom('agents')
    .select('login_email as loginEmail')
    .where('id', '=', agent.agentId ?? 0)
    .executeTakeFirstOrThrow()
  const { version } = await admin.call(contract.settings, {})
  await admin.call(contract.save, {
    version,
    identity: { name: 'Sunrise Coverage', phone: '(305) 555-0199', email: 'office@sunrise.example' },
    postalAddress: { street: '120 NW 7th Ave', unit: '', city: 'Miami', state: 'FL', zipCode: '33136' },
  })
  await customer(admin, 'ana@example.com', '3055550101')
  const noWay = await customer(admin, loginEmail.toUpperCase(), '(305) 555-0199')
  const byPhone = await customer(admin, 'OFFICE@sunrise.example', '3055550102')
  expect(await found(admin, 'unreachable')).toEqual([noWay])
  expect(await found(admin, 'agency')).toEqual([noWay, byPhone])
  expect((await admin.call(customers.everything, { id: noWay })).contactWarnings).toEqual([
    { contact: loginEmail.toUpperCase(), ofAgency: true, clients: 1 },
    { contact: '3055550199', ofAgency: true, clients: 1 },
  ])
})

test('an email or phone of three clients is shared, one of two is a family', async () => {
  const [one, other] = [await customerAgent(agency), await customerAgent(agency)]
  const first = await customer(one, 'same@example.com', '3055550111')
  const second = await customer(one, 'Same@Example.com', '3055550112')
  expect(await found(admin, 'shared')).toEqual([])
  const third = await customer(other, 'same@example.com', '3055550113')
  const couple = [
    await customer(one, 'x@example.com', '3055550120'),
    await customer(one, 'y@example.com', '3055550120'),
  ]
  expect(await found(admin, 'shared')).toEqual([first, second, third])
  expect(await found(one, 'shared'), 'an agent sees the own clients').toEqual([first, second])
  expect((await one.call(customers.everything, { id: first })).contactWarnings).toEqual([
    { contact: 'same@example.com', ofAgency: false, clients: 3 },
  ])
  const last = await customer(one, 'z@example.com', '3055550120')
  expect(await found(one, 'shared')).toEqual([first, second, ...couple, last])
})
