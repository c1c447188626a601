import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { usersAndRights, usersAndRightsFilter } from '@coverdesk/domain/users/users-and-rights.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeUser } from '../../users/test-user-edits.ts'

let agency: TestApp
let ana: Person
let auditor: Person
beforeAll(async () => {
  agency = await startTestApp()
  ana = await agency.person({ roles: ['securityadmin'] })
  auditor = await agency.person({ roles: ['administrator', 'agent'], claims: ['view.AuditLog'] })
  await agency.db.updateTable('users').set({ email: 'ana@agency.test' }).where('id', '=', ana.userId).execute()
  await rename(ana, 'Ana', 'Vega')
})
afterAll(() => agency.close())

async function rename(person: Person, first: string, last: string): Promise<void> {
  const { contactId } = await ana.call(users.one, { id: person.userId })
  await agency.db
    .updateTable('contacts')
    .set({ first_name: first, last_name: last })
    .where('id', '=', contactId)
    .execute()
}

async function ben(): Promise<Person> {
  const person = await agency.person({ roles: ['agent'] })
  await rename(person, 'Ben', 'Ode')
  await agency.db.updateTable('users').set({ email: 'pat@example.com' }).where('id', '=', person.userId).execute()
  return person
}

let npns = 5_550_000
const newNpn = () => String(++npns)

const historyOf = async (id: number) => (await ana.call(userAccess.history, { id })).map(({ sentences }) => sentences)

describe('history of account and rights', () => {
  test('says who gave and took which roles and claims, newest first', async () => {
    const { userId } = await ben()
    await changeUser(ana, userId, { claims: ['view.Statement'] })
    await changeUser(ana, userId, { roles: ['agent', 'administrator'], claims: [], hasFullAgentAccess: true })
    await changeUser(ana, userId, { phone: '3055550100', enable: false })
    expect(await historyOf(userId)).toEqual([
      ['Ana Vega disabled Ben Ode.', 'Ana Vega changed the phone of Ben Ode.'],
      [
        'Ana Vega gave Ben Ode the role administrator and full agent access.',
        'Ana Vega took the claim view.Statement from Ben Ode.',
      ],
      ['Ana Vega gave Ben Ode the claim view.Statement.'],
    ])
  })

  test('names the agents of visibility rules and links, and the user who asked for approval', async () => {
    const { userId } = await ben()
    const cleo = await agency.person({ npn: newNpn() })
    const agentName = (await ana.call(users.one, { id: cleo.userId })).agentName
    await ana.call(users.setVisibility, {
      id: userId,
      rules: [{ agentId: String(cleo.agentId), resourceId: 'Policy' }],
    })
    expect((await historyOf(userId))[0]).toEqual([
      `Ana Vega added to the visibility of Ben Ode: Policy of ${agentName}.`,
    ])

    const second = await agency.person({ roles: ['securityadmin'] })
    await rename(second, 'Dora', 'Lind')
    await agency.db.updateTable('agency_settings').set({ second_approval: true }).execute()
    await changeUser(ana, userId, { roles: ['agent', 'administrator'] })
    const { id } = await agency.db
      .selectFrom('rights_grants')
      .select('id')
      .where('user_id', '=', userId)
      .where('decision', 'is', null)
      .executeTakeFirstOrThrow()
    await second.call(rightsGrants.decide, { id, approve: false })
    await agency.db.updateTable('agency_settings').set({ second_approval: false }).execute()
    expect((await historyOf(userId)).slice(0, 2)).toEqual([
      ['Dora Lind refused for Ben Ode: role administrator, requested by Ana Vega.'],
      ['Ana Vega asked for approval for Ben Ode: role administrator.'],
    ])
  })

  test('begins with the registration and its rights, and says what users did to themselves', async () => {
    const pass = 'Unheard-Of-Phrase1'
    const user = 'cora@agency.test'
    const { id } = await ana.call(passwords.register, {
      user,
      email: user,
      pass,
      pass_confirm: pass,
      firstName: 'Cora',
      lastName: 'Ruiz',
      roles: ['customer', 'agent'],
    })
    expect(await historyOf(id ?? 0)).toEqual([
      ['Ana Vega registered Cora Ruiz.', 'Ana Vega gave Cora Ruiz the roles customer and agent.'],
    ])
    const own = await ana.call(ownSignIn.read, {})
    await ana.call(ownSignIn.save, { email: own.email, phone: own.phone, language: 'es', version: own.version })
    expect((await historyOf(ana.userId))[0]).toEqual(['Ana Vega changed their own language.'])
  })

  test('leaves out logins, reads and refused changes', async () => {
    const { userId } = await ben()
    await ana.call(users.one, { id: userId })
    await expect(changeUser(ana, userId, { typeId: 987 })).rejects.toMatchObject({ status: 400 })
    expect(await historyOf(userId)).toEqual([])
    await expect(ana.call(userAccess.history, { id: 999_999_999 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('users in the audit record', () => {
  test('LOG-06 events of users and rights are filtered together and name the user, with sentences and named facts', async () => {
    const { userId } = await ben()
    const cleo = await agency.person({ npn: newNpn() })
    const { agentName } = await ana.call(users.one, { id: cleo.userId })
    await ana.call(users.setVisibility, { id: userId, rules: [{ agentId: String(cleo.agentId), resourceId: 'Lead' }] })
    await changeUser(ana, userId, { claims: ['view.Lead'] })
    const { data } = await auditor.call(auditLog.list, {
      entity: usersAndRightsFilter,
      action: 'changes',
      pageSize: 500,
    })
    for (const { entity } of data) expect(usersAndRights).toContain(entity)
    const [edit, visibility] = data.filter(({ entityId }) => entityId === String(userId))
    expect([edit?.recordName, visibility?.recordName]).toEqual(['Ben Ode', 'Ben Ode'])
    const detail = await auditor.call(auditLog.one, { id: visibility?.id ?? 0 })
    expect(detail.sentences).toEqual([`Ana Vega added to the visibility of Ben Ode: Lead of ${agentName}.`])
    expect(detail.facts).toContainEqual({ name: 'added', value: `Lead of ${agentName}` })
  })
})
