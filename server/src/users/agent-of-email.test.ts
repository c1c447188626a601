import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

const pass = 'Unheard-Of-Phrase1'
let made = 0
/** An agent without a user, with a login email and another address of the contact. */
async function agentWith(name: string) {
  const loginEmail = `Agent.${++made}@Agency.test`
  const contactEmail = `private.${made}@example.com`
  const [firstName = '', lastName = ''] = name.split(' ')
  const { id: contactId } = await agency.db
    .insertInto('contacts')
    .values({ first_name: firstName, last_name: lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  await agency.db.insertInto('contact_emails').values({ contact_id: contactId, email: contactEmail }).execute()
  const { id: agentId } = await agency.db
    .insertInto('agents')
    .values({ contact_id: contactId, name, login_email: loginEmail, npn: String(7_000_000 + made) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { agentId, contactId, loginEmail, contactEmail }
}

const register = (email: string, more: { firstName?: string } = {}) =>
  admin.call(passwords.register, { user: email, email, pass, pass_confirm: pass, roles: ['agent'], ...more })
const contacts = async () =>
  (
    await agency.db
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('registering with an email address of an agent', () => {
  test('USER-05 links the contact of the agent, whatever the case of the address, and adds no contact', async () => {
    const agent = await agentWith('Ana Diaz')
    const before = await contacts()
    const { id } = await register(agent.loginEmail.toUpperCase(), { firstName: 'Other' })
    expect(await contacts()).toBe(before)
    expect(await admin.call(users.one, { id: id ?? 0 })).toMatchObject({
      contactId: agent.contactId,
      agentId: agent.agentId,
      name: 'Ana Diaz',
    })
    const [event] = await admin.call(userAccess.history, { id: id ?? 0 })
    expect(event?.sentences).toContainEqual(expect.stringMatching(/ linked Ana Diaz to the agent Ana Diaz\.$/))
  })

  test('an address of the contact links it too, and the form is answered before it is saved', async () => {
    const agent = await agentWith('Bea Cruz')
    expect(await admin.call(users.agentOfEmail, { email: agent.contactEmail.toUpperCase() })).toEqual({
      agentId: agent.agentId,
      name: 'Bea Cruz',
      npn: expect.any(String),
      problem: null,
    })
    const { id } = await register(agent.contactEmail)
    expect((await admin.call(users.one, { id: id ?? 0 })).contactId).toBe(agent.contactId)
  })

  test('another address adds a contact as before', async () => {
    expect(await admin.call(users.agentOfEmail, { email: 'free@example.com' })).toMatchObject({ agentId: null })
    const before = await contacts()
    await register('free@example.com')
    expect(await contacts()).toBe(before + 1)
  })

  test('an agent who has a user is refused at the field, with the login of that user', async () => {
    const agent = await agentWith('Cid Moro')
    await register(agent.loginEmail)
    const before = await contacts()
    const refused = admin.call(passwords.register, {
      user: `second-${agent.loginEmail}`,
      email: agent.contactEmail,
      pass,
      pass_confirm: pass,
    })
    const message = `This is the email of the agent Cid Moro, who already has the user ${agent.loginEmail}. Edit that user instead`
    await expect(refused).rejects.toMatchObject({ status: 400, details: [{ path: 'email', message }] })
    expect((await admin.call(users.agentOfEmail, { email: agent.contactEmail })).problem).toBe(message)
    expect(await contacts()).toBe(before)
  })

  test('an address of several agents is refused and names them', async () => {
    const [one, other] = [await agentWith('Dan Ives'), await agentWith('Eva Juno')]
    for (const { contactId } of [one, other])
      await agency.db
        .insertInto('contact_emails')
        .values({ contact_id: contactId, email: 'shared@example.com' })
        .execute()
    await expect(register('SHARED@example.com')).rejects.toMatchObject({
      details: [
        {
          path: 'email',
          message: 'Several agents have this email: Dan Ives and Eva Juno. Correct it in Agent Manage first',
        },
      ],
    })
  })

  test('P-34 the link waits for a second security administrator if it opens records that the caller does not see', async () => {
    await agency.person({ roles: ['securityadmin'] })
    await agency.db.updateTable('agency_settings').set({ second_approval: true }).execute()
    const agent = await agentWith('Fay King')
    const before = await contacts()
    const { id, waiting } = await register(agent.loginEmail)
    await agency.db.updateTable('agency_settings').set({ second_approval: false }).execute()
    expect(waiting).toBe(true)
    expect(await contacts()).toBe(before)
    expect((await admin.call(users.one, { id: id ?? 0 })).contactId).toBe(null)
    const grants = await agency.db
      .selectFrom('rights_grants')
      .select(['act', 'decision'])
      .where('user_id', '=', id ?? 0)
      .execute()
    expect(grants).toContainEqual({ act: 'contact', decision: null })
  })
})
