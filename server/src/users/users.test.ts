import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { changeUser } from './test-user-edits.ts'

let agency: TestApp
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  await agency.person({ roles: ['securityadmin'] })
})
afterEach(() => agency.close())

describe('the user list', () => {
  test('USER-02 USER-22 a row has login, name, type, email, phone, roles with commas and claims as key:value', async () => {
    const pat = await agency.person({ roles: ['agent', 'customer'], claims: ['view.Policy', 'TelephonyAgent'] })
    await changeUser(admin, pat.userId, { email: 'pat@example.com', phone: '3055550100', typeId: 2, org: 'Miami' })
    const { user_name } = await agency.db
      .selectFrom('users')
      .select('user_name')
      .where('id', '=', pat.userId)
      .executeTakeFirstOrThrow()
    const { data, totalRecords } = await admin.call(users.list, { login: user_name.toUpperCase() })
    expect(totalRecords).toBe(1)
    expect(data[0]).toMatchObject({
      id: pat.userId,
      userName: user_name,
      type: 'Employee',
      email: 'pat@example.com',
      phone: '3055550100',
      enable: true,
      roles: 'customer,agent',
      claims: 'view:Policy,TelephonyAgent',
      org: 'Miami',
    })
    expect(data[0]?.name).toMatch(/^Pat Example \d+$/)
    expect(Date.parse(data[0]?.createdDate ?? '')).toBeGreaterThan(Date.now() - 600_000)
  })

  test('USER-01 users are found by any part of their login or name, and by the start of the login with one or two letters', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    const { userName, contactId } = await admin.call(users.one, { id: pat.userId })
    await agency.db
      .updateTable('contacts')
      .set({ first_name: 'Renata', last_name: 'Peñaloza' })
      .where('id', '=', contactId)
      .execute()
    const found = async (login: string) => (await admin.call(users.list, { login })).data.map((row) => row.id)
    expect(await found('NALOZ')).toEqual([pat.userId])
    expect(await found(userName.slice(2, -5))).toEqual([pat.userId])
    expect(await found('Penaloza, Ren')).toEqual([pat.userId])
    expect(await found('pe')).toHaveLength(3)
    expect(await found('zz')).toEqual([])
    expect(await found('%al%')).toEqual([])
  })

  test('users are filtered by role, organization and whether they may sign in, and sorted by name, login or age', async () => {
    const people = [
      await agency.person({ roles: ['consumer'] }),
      await agency.person({ roles: ['consumer', 'customer'] }),
    ]
    for (const person of people)
      await changeUser(admin, person.userId, { org: 'Orlando North', enable: person === people[0] })
    const ids = async (query: Parameters<typeof find>[0]) => (await find(query)).data.map((row) => row.id)
    const find = (query: {
      role?: 'consumer'
      org?: string
      enabled?: 'yes' | 'no'
      sort?: 'name' | 'createdDate'
      order?: 'desc'
    }) => admin.call(users.list, { ...query, pageSize: 500 })
    const both = people.map((person) => person.userId)
    expect((await ids({ role: 'consumer' })).sort()).toEqual(both)
    expect((await ids({ org: 'ORLANDO n' })).sort()).toEqual(both)
    expect(await ids({ org: 'orlando', enabled: 'no' })).toEqual([both[1]])
    expect(await ids({ org: 'orlando', enabled: 'yes' })).toEqual([both[0]])
    expect(await ids({ role: 'consumer', sort: 'createdDate', order: 'desc' })).toEqual(both.reverse())
    const names = (await find({ sort: 'name' })).data.map((row) => row.name.toLowerCase())
    expect(names).toEqual([...names].sort())
  })
  test('a changed name moves its user in the list at once, as does a link and a registration', async () => {
    const pat = await agency.person({ roles: ['customer'] })
    const { contactId } = await admin.call(users.one, { id: pat.userId })
    const first = async (order?: 'desc') => (await admin.call(users.list, { sort: 'name', order })).data[0]?.name
    const rename = (name: string) =>
      agency.db
        .updateTable('contacts')
        .set({ first_name: name, middle_name: '', last_name: 'Mover' })
        .where('id', '=', contactId)
        .execute()
    await rename('Ábel')
    expect(await first()).toBe('Ábel Mover')
    await rename('Zzoë')
    expect(await first('desc')).toBe('Zzoë Mover')
    const pass = 'Unheard-Of-Phrase1'
    await admin.call(passwords.register, {
      user: 'mover@agency.test',
      email: 'mover@example.com',
      pass,
      pass_confirm: pass,
      firstName: 'Aaa',
      lastName: 'Mover',
    })
    expect(await first()).toBe('Aaa Mover')
    await agency.db.updateTable('users').set({ contact_id: null }).where('id', '=', pat.userId).execute()
    expect(await first('desc')).not.toBe('Zzoë Mover')
  })
})
