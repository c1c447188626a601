import { access } from '@coverdesk/domain/access/access-contract.ts'
import { rightsToAskFor } from '@coverdesk/domain/access/missing-rights-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let security: Person
beforeAll(async () => {
  agency = await startTestApp()
  security = await agency.person({ roles: ['securityadmin', 'agent'] })
  await agency.db
    .updateTable('users')
    .set({ email: 'security@agency.test' })
    .where('id', '=', security.userId)
    .execute()
})
afterAll(() => agency.close())

test('ACCESS-05 users who can do nothing yet learn what is missing and which security administrators can give it', async () => {
  const { name } = await security.call(access.currentUser, {})
  for (const [rights, missing] of [
    [{ roles: [] }, 'role'],
    [{ roles: ['administrator'] }, 'agent'],
    [{ roles: ['agent'] }, 'claims'],
  ] as const) {
    const person = await agency.person({ roles: [...rights.roles] })
    expect(await person.call(rightsToAskFor.one, {})).toEqual({
      missing,
      administrators: [{ name, email: 'security@agency.test' }],
    })
  }
})

test('no one is named to consumers, customers and users who can work', async () => {
  for (const wish of [
    { roles: ['consumer' as const] },
    { roles: ['customer' as const] },
    { roles: ['agent' as const], claims: ['view.Policy'] },
  ]) {
    const person = await agency.person(wish)
    expect(await person.call(rightsToAskFor.one, {})).toEqual({ missing: null, administrators: [] })
  }
})

test('a disabled security administrator is not named', async () => {
  const gone = await agency.person({ roles: ['securityadmin'] })
  await agency.db.updateTable('users').set({ enabled: false }).where('id', '=', gone.userId).execute()
  const person = await agency.person()
  expect((await person.call(rightsToAskFor.one, {})).administrators).toHaveLength(1)
})
