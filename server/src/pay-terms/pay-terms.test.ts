import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { holds } from '@coverdesk/domain/pay-terms/hold-contract.ts'
import { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsOf, insertAgent } from '../agents/test-agents.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let office: Person
beforeAll(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-25T15:00:00Z'))
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], npn: '30000001' })
})
afterAll(() => agency.close())

const newAgent = (name: string) => insertAgent(agency, name)

const contractsOf = async (agentId: number) =>
  (await office.call(agentContracts.list, { agentId, pageSize: 100 })).data.map(
    ({ percent, amount, startDate, endDate }) => [percent ?? amount, startDate, endDate],
  )

test('A contract is listed, edited and audited; its history names each field, and an old version is refused', async () => {
  const agentId = await newAgent('Ana Vega')
  const carrierId = await agency.carrier('Ambetter of pay')
  const row = await office.call(agentContracts.create, {
    agentId,
    carrierId,
    percent: '70.500',
    startDate: '2026-01-01',
  })
  expect(row).toMatchObject({ percent: '70.5', amount: null, agentName: 'Ana Vega', version: 1 })
  expect((await office.call(agentContracts.list, { agentId })).data).toEqual([row])
  const { id, version } = row
  const said = { id, basis: 'perMember', amount: '12', startDate: '2026-01-01', endDate: '2026-12-31' } as const
  const edited = await office.call(agentContracts.edit, { ...said, version })
  expect(edited).toMatchObject({ basis: 'perMember', percent: null, amount: '12.00', version: 2 })
  const history = await office.call(agentContracts.history, { id })
  expect(history.map(({ action }) => action)).toEqual(['Created', 'Changed'])
  expect(history.at(-1)?.changes).toEqual([
    { field: 'Part', old: '70.5 %', new: '$12.00 per member' },
    { field: 'End date', old: null, new: '12/31/2026' },
  ])
  expect(await refusal(office.call(agentContracts.edit, { ...said, amount: '13', version }))).toMatchObject({
    code: 'record.changed',
    status: 409,
  })
  expect(await office.call(agentContracts.one, { id })).toEqual(edited)
  await office.call(agentContracts.remove, { id, version: 2 })
  expect(await contractsOf(agentId)).toEqual([])
  expect((await eventsOf(agency, 'agent-contract', id)).map(({ action }) => action)).toEqual(['create', 'update'])
})

test('A second contract for the same days is refused at the start date with the name of the other; other carriers and days are not', async () => {
  const agentId = await newAgent('Ben Ortiz')
  const carrierId = await agency.carrier('Oscar of pay')
  const create = (more: Partial<InputOf<typeof agentContracts.create>>) =>
    office.call(agentContracts.create, { agentId, carrierId, percent: '60', startDate: '2026-01-01', ...more })
  const first = await create({ endDate: '2026-06-30' })
  const named = 'Overlaps the contract of 60 %, 01/01/2026 to 06/30/2026'
  for (const days of [{}, { startDate: '2026-06-30' }, { startDate: '2025-01-01', endDate: '2026-01-01' }])
    expect(await refusal(create({ percent: '50', ...days }))).toMatchObject({
      code: 'pay_term.overlaps',
      status: 400,
      details: [{ path: 'startDate', message: named }],
    })
  expect(await contractsOf(agentId)).toEqual([['60', '2026-01-01', '2026-06-30']])
  await create({ carrierId: null, percent: '55' })
  const later = await create({ startDate: '2026-07-01' })
  const widened = office.call(agentContracts.edit, { id: later.id, version: 1, percent: '60', startDate: '2026-06-30' })
  expect((await refusal(widened)).message).toBe(named)
  const direct = sql`insert into agent_contracts (agent_id, carrier_id, basis, percent, start_date)
    values (${agentId}, ${carrierId}, 'percent', 1, '2026-03-01')`.execute(agency.db)
  await expect(direct).rejects.toMatchObject({ constraint: 'agent_contracts_one_a_day' })
  expect(await office.call(agentContracts.one, { id: first.id })).toEqual(first)
})

test('A new contract ends an open earlier one on the day before, and the filters find it as ended', async () => {
  const agentId = await newAgent('Cara Lim')
  const first = await office.call(agentContracts.create, { agentId, percent: '60', startDate: '2026-01-01' })
  await office.call(agentContracts.create, { agentId, percent: '65', startDate: '2026-10-01' })
  expect(await contractsOf(agentId)).toEqual([
    ['60', '2026-01-01', '2026-09-30'],
    ['65', '2026-10-01', null],
  ])
  const when = async (time: 'now' | 'ended') =>
    (await office.call(agentContracts.list, { agentId, when: time })).data.map(({ percent }) => percent)
  expect([await when('now'), await when('ended')]).toEqual([['65'], ['60']])
  expect((await office.call(agentContracts.history, { id: first.id })).at(-1)).toMatchObject({
    version: 2,
    action: 'Ended by a new entry',
  })
})

test('Bad input is refused with a sentence at its field, and nothing is saved', async () => {
  const agentId = await newAgent('Dan Ruiz')
  const range = 'Percent must be from 0 to 100, with up to 4 decimals'
  const wrong: [Partial<InputOf<typeof agentContracts.create>>, string, string][] = [
    [{ percent: '' }, 'percent', 'Percent is required'],
    [{ percent: '100.0001' }, 'percent', range],
    [{ percent: '-1' }, 'percent', range],
    [{ percent: '33.33333' }, 'percent', range],
    [{ basis: 'perMember', percent: null }, 'amount', 'Amount is required'],
    [{ basis: 'perMember', percent: null, amount: '-1' }, 'amount', "Amount can't be negative"],
    [{ startDate: '' }, 'startDate', 'Start date is required'],
    [{ endDate: '2025-12-31' }, 'endDate', "End date can't be before the start date"],
    [{ agentId: '' }, 'agentId', 'Agent is required'],
  ]
  for (const [more, path, message] of wrong) {
    const { status, details } = await refusal(
      office.call(agentContracts.create, { agentId, percent: '70', startDate: '2026-01-01', ...more }),
    )
    expect([status, details], message).toEqual([400, [{ path, message }]])
  }
  expect(await contractsOf(agentId)).toEqual([])
  const unknown = { agentId: 99_999_999, percent: '70', startDate: '2026-01-01' }
  expect((await refusal(office.call(agentContracts.create, unknown))).code).toBe('agent.not_found')
  expect((await refusal(office.call(agentContracts.create, { ...unknown, agentId, carrierId: 99_999_999 }))).code).toBe(
    'carrier.not_found',
  )
})

test('The minimum payout of an agent is stored once, as a version of the agent', async () => {
  const agentId = await newAgent('Eva Roth')
  expect(await office.call(agentContracts.minimumPayout, { agentId })).toMatchObject({ minimum: '0.00', version: 1 })
  const saved = await office.call(agentContracts.setMinimumPayout, { agentId, version: 1, minimum: '25' })
  expect(saved).toMatchObject({ minimum: '25.00', version: 2 })
  const old = office.call(agentContracts.setMinimumPayout, { agentId, version: 1, minimum: '30' })
  expect((await refusal(old)).code).toBe('record.changed')
})

test('A circle in the hierarchy is refused at the upline with the chain and its first day, also over three agents and several dates', async () => {
  const [ana, ben, cara] = [await newAgent('Ana Uno'), await newAgent('Ben Dos'), await newAgent('Cara Tres')]
  const above = (agentId: number, uplineId: number, startDate: string, endDate?: string) =>
    office.call(uplines.create, { agentId, uplineId, startDate, endDate })
  await above(ana, ben, '2026-01-01', '2026-06-30')
  await above(ben, cara, '2026-04-01')
  const refused = await refusal(above(cara, ana, '2026-01-01'))
  const message = 'Cara Tres would be their own upline from 04/01/2026: Cara Tres → Ana Uno → Ben Dos → Cara Tres'
  expect(refused).toMatchObject({ code: 'upline.cycle', status: 400, details: [{ path: 'uplineId', message }] })
  expect((await office.call(uplines.list, { agentId: cara })).data).toEqual([])
  const itself = await refusal(above(ana, ana, '2027-01-01'))
  expect(itself.details).toEqual([{ path: 'uplineId', message: "An agent can't be their own upline" }])
  // On days without the other links there is no circle.
  const row = await above(cara, ana, '2026-07-01')
  const edited = office.call(uplines.edit, { id: row.id, version: 1, uplineId: ana, startDate: '2026-06-30' })
  expect((await refusal(edited)).code).toBe('upline.cycle')
  expect(await office.call(uplines.one, { id: row.id })).toEqual(row)
  const direct = sql`insert into agent_uplines (agent_id, upline_id, start_date, end_date)
    values (${ben}, ${ana}, '2026-02-01', '2026-03-31')`.execute(agency.db)
  await expect(direct).rejects.toMatchObject({ constraint: 'agent_uplines_no_cycle' })
  expect((await office.call(uplines.list, { uplineId: ana })).totalRecords).toBe(1)
})

test('Two transactions that close a circle together: the first one wins, the second is refused by name or by the database', async () => {
  const [ana, ben] = [await newAgent('Ana Par'), await newAgent('Ben Par')]
  const answers = await Promise.allSettled([
    office.call(uplines.create, { agentId: ana, uplineId: ben, startDate: '2026-01-01' }),
    office.call(uplines.create, { agentId: ben, uplineId: ana, startDate: '2026-01-01' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = answers.find((answer) => answer.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'upline.cycle', message: expect.stringContaining('Ana Par → Ben Par') })

  const [cara, dan] = [await newAgent('Cara Par'), await newAgent('Dan Par')]
  const [one, two] = [
    new pg.Client({ connectionString: agency.ownerUrl }),
    new pg.Client({ connectionString: agency.ownerUrl }),
  ]
  await Promise.all([one.connect(), two.connect()])
  const insert = 'insert into agent_uplines (agent_id, upline_id, start_date) values ($1, $2, $3)'
  await one.query('begin')
  await two.query('begin')
  await one.query(insert, [cara, dan, '2026-01-01'])
  await two.query(insert, [dan, cara, '2026-01-01'])
  await one.query('commit')
  await expect(two.query('commit')).rejects.toMatchObject({ constraint: 'agent_uplines_no_cycle' })
  await Promise.all([one.end(), two.end()])
  expect((await office.call(uplines.list, { agentId: cara })).totalRecords).toBe(1)
  expect((await office.call(uplines.list, { agentId: dan })).totalRecords).toBe(0)
})

test('Overrides are by level: the same level and days are refused by name, other levels are not', async () => {
  const agentId = await newAgent('Ada Over')
  const create = (more: Partial<InputOf<typeof overrides.create>>) =>
    office.call(overrides.create, {
      agentId,
      level: 1,
      percent: '5',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      ...more,
    })
  await create({})
  await create({ level: '2', basis: 'perMember', percent: '', amount: '1.50' })
  expect((await refusal(create({ percent: '4' }))).details).toEqual([
    { path: 'startDate', message: 'Overlaps the override of 5 % on level 1, 01/01/2026 to 12/31/2026' },
  ])
  for (const level of [0, 6]) expect((await refusal(create({ level }))).message).toBe('Level from 1 to 5')
  const { data } = await office.call(overrides.list, { agentId })
  expect(data.map(({ level, percent, amount }) => [level, percent, amount])).toEqual([
    [1, '5', null],
    [2, null, '1.50'],
  ])
})

test('Advances, adjustments and holds need a reason and months that make sense', async () => {
  const agentId = await newAgent('Eli Adj')
  const advance = await office.call(advances.create, {
    agentId,
    month: '3/2026',
    amount: '500',
    recoveryPercent: 50,
    reason: 'New desk',
  })
  expect(advance).toMatchObject({ month: '03/2026', amount: '500.00', recoveryPercent: '50' })
  const adjustment = { agentId, firstMonth: '01/2026', amount: '-20', reason: 'Software' }
  expect(await office.call(adjustments.create, adjustment)).toMatchObject({ lastMonth: null, amount: '-20.00' })
  const hold = await office.call(holds.create, { agentId, firstMonth: '02/2026', reason: 'License check' })
  const heldBy = expect.stringMatching(/\w/)
  expect(hold).toMatchObject({ agentName: 'Eli Adj', policyId: null, lastMonth: null, heldBy })
  const released = await office.call(holds.edit, {
    id: hold.id,
    version: 1,
    firstMonth: '02/2026',
    lastMonth: '03/2026',
    reason: 'License check',
  })
  expect(released).toMatchObject({ lastMonth: '03/2026', version: 2, heldBy: hold.heldBy })
  const details = async (call: Promise<unknown>) => (await refusal(call)).details
  expect(await details(office.call(advances.create, { agentId, month: '03/2026', amount: '0', reason: 'x' }))).toEqual([
    { path: 'amount', message: 'Amount must be more than 0' },
  ])
  expect(await details(office.call(adjustments.create, { ...adjustment, reason: ' ' }))).toEqual([
    { path: 'reason', message: 'Reason is required' },
  ])
  expect(await details(office.call(adjustments.create, { ...adjustment, lastMonth: '12/2025' }))).toEqual([
    { path: 'lastMonth', message: "Last month can't be before the first" },
  ])
  expect(await details(office.call(holds.create, { firstMonth: '02/2026', reason: 'x' }))).toEqual([
    { path: 'agentId', message: 'Choose an agent or a policy' },
  ])
  for (const { list } of [advances, adjustments]) expect((await office.call(list, { agentId })).totalRecords).toBe(1)
})

test('Only administrators with the right to statements read terms, and only with admin.Statement change them', async () => {
  const agentId = await newAgent('Fay Right')
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Statement'] })
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  const said = { agentId, percent: '70', startDate: '2026-01-01' }
  expect((await reader.call(agentContracts.list, { agentId })).data).toEqual([])
  expect((await refusal(reader.call(agentContracts.create, said))).status).toBe(403)
  for (const { list } of [agentContracts, uplines, overrides, advances, adjustments, holds])
    expect((await refusal(agent.call(list, {}))).status).toBe(403)
})
