import { agentStatements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let ana: Person
let luis: Person
let owner: Person
let carrierId: number
beforeAll(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-03-10T15:00:00Z'))
  const claims = ['view.Policy', 'view.Statement']
  ana = await agency.person({ roles: ['agent'], claims, npn: '19984127' })
  luis = await agency.person({ roles: ['agent'], claims, npn: '20417733' })
  owner = await agency.person({ roles: ['agent'], claims: ['admin.Policy', 'admin.Statement'], fullAccess: true })
  carrierId = await agency.carrier('Ambetter')
})
beforeEach(async () => {
  await sql`delete from policies`.execute(agency.db)
})
afterAll(() => agency.close())

interface Held {
  number: string
  name?: string
  dob?: string | null
  from: string
  to?: string
  status?: string
  agent?: number | null
  missingSince?: string
}

async function hold({ number, name = 'Rosa', dob = '1980-01-01', from, to, status, agent, missingSince }: Held) {
  const { id } = await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrierId,
      policy_number: number,
      first_name: name,
      last_name: 'Ledesma',
      dob,
      status: status ?? (to ? 'Terminated' : 'Active'),
      effective_date: from,
      term_date: to ?? null,
      agent_id: agent === undefined ? ana.agentId : agent,
      agent_npn: '19984127',
      missing_since: missingSince === undefined ? null : new Date(missingSince),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const monthsOf = ({ months }: { months: (number | null)[] }) => months.slice(0, 4)

test('persistency counts who of last year’s clients is in force at the end of each month, whatever the number of the policy', async () => {
  const ask = (person: Person, agentId?: number) => person.call(dashboard.persistency, { year: 2026, agentId })
  expect(await ask(ana)).toMatchObject({ clients: 0 })
  await hold({ number: 'STAYS', name: 'Stays', from: '2025-02-01' })
  await hold({ number: 'RENEWED-25', name: 'Renewed', from: '2025-01-01', to: '2025-12-31' })
  await hold({ number: 'RENEWED-26', name: 'Renewed', from: '2026-01-01' })
  await hold({ number: 'GONE', name: 'Gone', from: '2025-01-01', to: '2025-12-31' })
  await hold({ number: 'LEFT', name: 'Left', from: '2025-01-01', to: '2026-02-15' })
  await hold({ number: 'MISSED', name: 'Missed', from: '2025-01-01', missingSince: '2026-01-20T12:00:00Z' })
  await hold({ number: 'OTHER-DOB', name: 'Gone', dob: '1999-09-09', from: '2026-01-01' })
  await hold({ number: 'NEVER', name: 'Never', from: '2025-01-01', status: 'Cancelled' })
  await hold({ number: 'NEW', name: 'New', from: '2026-01-01' })
  await hold({ number: 'EARLIER', name: 'Earlier', from: '2024-01-01', to: '2025-11-30' })
  // Stays, Renewed, Gone, Left, Missed; Gone leaves by January, Missed too, Left by February.
  expect(await ask(ana)).toMatchObject({ clients: 5 })
  expect(monthsOf(await ask(ana))).toEqual([3, 2, 2, null])
  expect(await ask(luis)).toMatchObject({ clients: 0 })
  expect(await ask(owner)).toEqual(await ask(ana))
  expect(await ask(owner, luis.agentId ?? 0)).toMatchObject({ clients: 0 })
})

test('a client whose policy went to another agent or agency was last year’s client of the earlier agent', async () => {
  const id = await hold({ number: 'TAKEN', name: 'Taken', from: '2025-01-01', agent: null })
  await sql`update policies set agent_since = '2026-02-01' where id = ${id}`.execute(agency.db)
  const before = await luis.call(dashboard.persistency, { year: 2026 })
  await agency.db
    .insertInto('policy_agents')
    .values({ policy_id: id, agent_npn: '20417733', agent_id: luis.agentId, held: '[2025-01-01,2026-02-01)' })
    .execute()
  const after = await luis.call(dashboard.persistency, { year: 2026 })
  expect([before.clients, after.clients]).toEqual([0, 1])
  expect(monthsOf(after)).toEqual([1, 0, 0, null])
})

test('a year whose previous one has not ended has no clients', async () => {
  expect(await ana.call(dashboard.persistency, { year: 2027 })).toEqual({
    clients: 0,
    months: Array.from({ length: 12 }, () => null),
  })
})

test('the money received is the sum of the statements that the list shows with the same filters, for an agent the pay', async () => {
  await agency.db
    .insertInto('commission_month_totals')
    .values(
      [
        { agent_id: ana.agentId, month: '2026-01-01', amount: '100.10' },
        { agent_id: luis.agentId, month: '2026-01-01', amount: '50.05', pay: '30.03' },
        { agent_id: null, month: '2026-01-01', amount: '7.00' },
        { agent_id: ana.agentId, month: '2025-01-01', amount: '80.00' },
        { agent_id: ana.agentId, month: '2024-01-01', amount: '1.00' },
      ].map((total) => ({ carrier_id: carrierId, lines: 1, policies: 1, members: 1, ...total })),
    )
    .execute()
  const january = { month: 1, carrierId, carrierName: 'Ambetter' }
  expect(await owner.call(dashboard.received, { year: 2026 })).toEqual([
    { ...january, year: 2025, amount: '80.00' },
    { ...january, year: 2026, amount: '150.15' },
  ])
  expect(await luis.call(dashboard.received, { year: 2026 })).toEqual([{ ...january, year: 2026, amount: '30.03' }])
  const listed = async (person: Person, of: number) =>
    (await person.call(agentStatements.list, { carrierId, monthFrom: `01/${of}`, monthTo: `03/${of}` })).totalAmount
  expect([await listed(owner, 2026), await listed(owner, 2025)]).toEqual(['150.15', '80.00'])
  expect(await listed(luis, 2026)).toBe('30.03')
  const withoutRight = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
  await expect(withoutRight.call(dashboard.received, { year: 2026 })).rejects.toMatchObject({ status: 403 })
})

test('the policies behind a figure of sales start in its month and are not cancelled', async () => {
  await hold({ number: 'CANCELLED', name: 'Cancelled', from: '2026-01-01', status: 'Cancelled' })
  await hold({ number: 'FIRST', from: '2026-01-01' })
  await hold({ number: 'LAST', from: '2026-01-31' })
  await hold({ number: 'LATER', from: '2026-02-01' })
  await hold({ number: 'EARLIER', from: '2025-12-31' })
  const { data } = await ana.call(policies.list, {
    pageNumber: 1,
    pageSize: 50,
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-01-31',
    cancelled: 'no',
  })
  const numbers = data.map(({ policyNumber }) => policyNumber).sort()
  expect(numbers).toEqual(['FIRST', 'LAST'])
})
