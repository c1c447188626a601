import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let office: Person

beforeAll(async () => {
  agency = await startTestApp()
  office = await agency.person({
    roles: ['agent', 'administrator', 'securityadmin'],
    claims: ['view.customer', 'view.Statement', 'admin.Statement', 'view.Agent', 'view.User'],
    fullAccess: true,
    npn: '7301',
  })
  await sql`
    insert into contacts (first_name, middle_name, last_name) values ('Jane', 'Maria', 'Quick'), ('Benjamin', '', 'Quick'),
      ('Ana', '', 'Quick'), ('Jo', '', 'Li'), ('Mei', '', 'Li'), ('Jose', '', 'Lima')`.execute(agency.db)
})
afterAll(() => agency.close())

const contactsNamed = async (name: string) =>
  (await office.call(contacts.list, { name })).data.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

test('a name filter finds "last, first" at each letter that is typed', async () => {
  const everyone = ['Ana Quick', 'Benjamin Quick', 'Jane Quick']
  expect(await contactsNamed('Quick')).toEqual(everyone)
  expect(await contactsNamed('Quick,')).toEqual(everyone)
  expect(await contactsNamed('Quick, ')).toEqual(everyone)
  expect(await contactsNamed('Quick, J')).toEqual(['Jane Quick'])
  expect(await contactsNamed('quick,ja')).toEqual(['Jane Quick'])
  expect(await contactsNamed('Quick, Jane')).toEqual(['Jane Quick'])
  expect(await contactsNamed('Quick, Maria')).toEqual(['Jane Quick'])
})

test('a last name of two letters before a comma is the whole last name', async () => {
  expect(await contactsNamed('Li')).toEqual(['Jo Li', 'Mei Li', 'Jose Lima'])
  expect(await contactsNamed('Li, J')).toEqual(['Jo Li'])
  expect(await contactsNamed('Li, Jo')).toEqual(['Jo Li'])
})

test('the list of users finds "last, first" beside the login, and that of exceptions as files write names', async () => {
  const { contact_id: contactId } = await agency.db
    .selectFrom('users')
    .select('contact_id')
    .where('id', '=', office.userId)
    .executeTakeFirstOrThrow()
  await sql`update contacts set first_name = 'Xavier', last_name = 'Quill' where id = ${contactId}`.execute(agency.db)
  const logins = async (login: string) => (await office.call(users.list, { login })).data.map(({ id }) => id)
  expect(await logins('Quill, X')).toEqual([office.userId])
  expect(await logins('Quill, Y')).toEqual([])

  const carrier = await agency.carrier('Any Health')
  await sql`
    insert into commission_lines (carrier_id, month, kind, amount, policy_number, insured_name)
    select ${carrier}, '2026-03-01', 'other', 1, n, n from unnest(array['QUICK, JANE', 'Jane Quick', 'QUICK, ANA']) n`.execute(
    agency.db,
  )
  const insured = async (name: string) =>
    (await office.call(exceptions.list, { insured: name })).data.map((line) => line.insuredName).toSorted()
  expect(await insured('Quick, J')).toEqual(['Jane Quick', 'QUICK, JANE'])
  expect(await insured('Quick, Jane')).toEqual(['Jane Quick', 'QUICK, JANE'])
})

test('agents are found by "last, first", whatever the length of the name', async () => {
  await sql`update agents set name = 'Jo Li' where id = ${office.agentId}`.execute(agency.db)
  const names = async (name: string) => (await office.call(agents.list, { name })).data.map((agent) => agent.name)
  expect(await names('Li, J')).toEqual(['Jo Li'])
  expect(await names('Li, M')).toEqual([])
})
