import { Failure } from '@coverdesk/domain/failure.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'

let agency: TestApp
let security: Person
beforeEach(async () => {
  agency = await startTestApp()
  security = await agency.person({ roles: ['securityadmin'] })
})
afterEach(() => agency.close())

test('USER-17 agents for a rule are found by any part of the name or by NPN, even by a user who sees none of them', async () => {
  const agent = await agency.person({ roles: ['agent'], npn: '98123456' })
  const found = await security.call(users.agents, { q: '981234' })
  expect(found).toEqual([{ id: agent.agentId, name: expect.any(String), npn: '98123456' }])
  const part = found[0]?.name.slice(2).toUpperCase() ?? ''
  expect((await security.call(users.agents, { q: part })).map(({ id }) => id)).toContain(agent.agentId)
  for (const q of ['no such name', '%', '123456']) expect(await security.call(users.agents, { q }), q).toEqual([])
  await agency.db.updateTable('agents').set({ name: 'Zulema Peña' }).where('id', '=', agent.agentId).execute()
  expect((await security.call(users.agents, { q: 'ma PENA' })).map(({ id }) => id)).toEqual([agent.agentId])
  await expect(security.call(users.agents, { q: 'a\0b' })).rejects.toMatchObject({ status: 400 })
  const refused = agent.call(users.agents, {})
  await expect(refused).rejects.toBeInstanceOf(Failure)
  await expect(refused).rejects.toMatchObject({ status: 403 })
})

test('USER-17 a user shows whose records are their own: the linked agent with the NPN', async () => {
  const agent = await agency.person({ roles: ['agent'], npn: '98123457' })
  expect(await security.call(users.one, { id: agent.userId })).toMatchObject({
    agentId: agent.agentId,
    agentNpn: '98123457',
  })
})
