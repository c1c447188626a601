import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { menu } from '@coverdesk/domain/menu/menu-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let agent: Person
let admin: Person
beforeEach(async () => {
  agency = await startTestApp()
  agent = await agency.person({
    roles: ['agent'],
    claims: ['view.Lead', 'view.Policy', 'view.Application'],
    npn: '19984127',
  })
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Lead', 'admin.Policy'], fullAccess: true })
})
afterEach(() => agency.close())

const leadsOf = (agentId: number | null, many: number) =>
  agency.db
    .insertInto('leads')
    .values(
      Array.from({ length: many }, () => ({ source: 'csv', first_name: 'Ida', last_name: 'Case', agent_id: agentId })),
    )
    .execute()

test('P-30 the menu counts match its lists: an agent’s own records, all records with full access', async () => {
  await leadsOf(agent.agentId, 2)
  await leadsOf(null, 3)
  const page = { pageNumber: 1, pageSize: 10 } as const
  for (const person of [agent, admin]) {
    const counts = await person.call(menu.counts, {})
    expect(counts.Leads).toBe((await person.call(leads.list, page)).totalRecords)
    expect(counts.Policies).toBe((await person.call(policies.list, page)).totalRecords)
  }
  expect((await agent.call(menu.counts, {})).Leads).toBe(2)
  expect((await admin.call(menu.counts, {})).Leads).toBeGreaterThanOrEqual(5)
  const { totalRecords } = await agent.call(marketplace.list, page)
  expect((await agent.call(menu.counts, {})).Applications).toBe(totalRecords)
})

test('a count follows each change, and links that the user cannot open have no count', async () => {
  const { Leads } = await agent.call(menu.counts, {})
  await leadsOf(agent.agentId, 1)
  expect((await agent.call(menu.counts, {})).Leads).toBe((Leads ?? 0) + 1)
  expect(Object.keys(await admin.call(menu.counts, {})).sort()).toEqual([
    'Leads',
    'Lost',
    'Policies',
    'Unpaid Policies',
  ])
  const withoutClaims = await agency.person({ roles: ['agent'] })
  expect(await withoutClaims.call(menu.counts, {})).toEqual({})
})
