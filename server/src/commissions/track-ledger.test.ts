import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { countedSums, policyLedger } from '@coverdesk/domain/expected/policy-ledger.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCarrier } from '../carriers/carrier-samples.ts'
import { policiesOfPerson } from '../expected/person-chains.ts'
import { readCarrier } from '../expected/read-carrier.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { type CommissionRow, commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'

let agency: TestApp
let admin: Person
let ana: Person
let luis: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin, ana, luis } = await startUnpaidApp())
  const claims = ['admin.Statement', 'admin.CommissionTracking']
  office = await agency.person({ roles: ['agent', 'administrator'], claims })
})
afterAll(() => agency.close())

/** A carrier that pays 20.00 per member. */
async function paying(more: Partial<InputOf<typeof schedules.create>> = {}) {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, { ...row, ...more })
  return carrier
}
type Carrier = Awaited<ReturnType<typeof paying>>

let files = 0
const pay = (carrier: Carrier, month: number, rows: readonly CommissionRow[]) =>
  uploadAs(
    admin,
    commissionCsv(
      rows.map((row) => ({ month, ...row })),
      carrier.name,
    ),
    {},
    `track-${++files}.csv`,
  )
const book = (carrier: Carrier, month: number, policies: readonly PolicyFields[]) =>
  uploadPolicies(admin, { carrierId: carrier.id, month }, policies)

const tracksOf = async ({ id }: Carrier) =>
  (await office.call(tracking.paymentSummaries, { carrierId: id, year: 2026, pageSize: 100 })).data

/** Sums of rule 9 over the ledger of a policy in 2026, by the rules alone. */
async function sumsByRules({ id }: Carrier, policyId: number) {
  const carrier = await readCarrier(agency.db, id)
  const chain = await policiesOfPerson(agency.db, id, policyId)
  const policy = chain.find((one) => one.id === policyId)
  if (!carrier || !policy) throw new Error('No such policy')
  const year = policyLedger(policy, chain, carrier).filter(({ month }) => Math.floor(month / 12) === 2026)
  const { expected, received, gap } = countedSums(year)
  return { expected: amountOf(expected), received: amountOf(received), gap: amountOf(gap) }
}

async function sumsShown(carrier: Carrier) {
  const tracks = await tracksOf(carrier)
  const shown = new Map<string, { expected: string; received: string; gap: string }>()
  for (const { policyNumber, policyId, ledger } of tracks) {
    if (!ledger || policyId === null) throw new Error(`No ledger of ${policyNumber}`)
    const { expected, received, gap } = ledger
    shown.set(policyNumber, { expected, received, gap })
    expect({ policyNumber, expected, received, gap }).toEqual({
      policyNumber,
      ...(await sumsByRules(carrier, policyId)),
    })
  }
  return shown
}

test('Tracking shows what was expected beside what came, and the year’s gap of a policy equals the counted sums of its ledger', async () => {
  const carrier = await paying()
  // P1 is paid in full, P2 late, P3 is behind and waiting, P4 is not paid for February.
  const policies: PolicyFields[] = [
    { number: 'P1' },
    { number: 'P2', members: 3 },
    { number: 'P3', paid: '01/31/2026' },
    { number: 'P4' },
  ]
  await book(carrier, 1, policies)
  await book(carrier, 3, policies)
  const paid = (...numbers: string[]) =>
    numbers.map((number) => ({ number, amount: number === 'P2' ? '60.00' : '40.00' }))
  await pay(carrier, 1, paid('P1', 'P2', 'P3', 'P4'))
  await pay(carrier, 2, [...paid('P1'), { number: 'P3', amount: '15.00' }])
  await pay(carrier, 3, [...paid('P1', 'P2', 'P2', 'P4')])
  const shown = await sumsShown(carrier)
  expect(Object.fromEntries(shown)).toEqual({
    P1: { expected: '120.00', received: '120.00', gap: '0.00' },
    P2: { expected: '180.00', received: '180.00', gap: '0.00' },
    P3: { expected: '55.00', received: '55.00', gap: '0.00' },
    P4: { expected: '120.00', received: '80.00', gap: '-40.00' },
  })
  const [fourth] = (await tracksOf(carrier)).filter(({ policyNumber }) => policyNumber === 'P4')
  expect(fourth).toMatchObject({ total: '80.00', ledger: { months: [{ month: 1 }, { month: 2 }, { month: 3 }] } })
  expect(fourth?.ledger?.months[1]).toEqual({ month: 2, expected: '40.00', received: '0.00', gap: '-40.00' })
  // The gap leads to the variances of the policy.
  const { data } = await office.call(variances.list, { policyNumber: 'P4', carrierId: carrier.id })
  expect(data.map(({ month, stake }) => [month, stake])).toEqual([['2026-02-01', '40.00']])
})

test('A carrier that pays a month later is compared by month of coverage, and months that no schedule rates stay out of the sums', async () => {
  const carrier = await paying({ lastMonth: '02/2026' })
  await changeCarrier(admin, carrier.id, { arrears: 1 })
  const policies = [{ number: 'Q1' }, { number: 'Q2' }]
  await book(carrier, 1, policies)
  for (const month of [2, 3, 4])
    await pay(carrier, month, [
      { number: 'Q1', amount: '40.00' },
      ...(month === 3 ? [] : [{ number: 'Q2', amount: '40.00' }]),
    ])
  const shown = await sumsShown(carrier)
  expect(Object.fromEntries(shown)).toEqual({
    Q1: { expected: '80.00', received: '80.00', gap: '0.00' },
    Q2: { expected: '80.00', received: '40.00', gap: '-40.00' },
  })
  const [first] = await tracksOf(carrier)
  expect(first?.ledger?.months).toContainEqual({ month: 3, expected: null, received: '40.00', gap: null })
})

test('Each month of a policy that changed its agent is in the row of the agent who held it, and the rows add up to the policy', async () => {
  const carrier = await paying()
  await book(carrier, 1, [{ number: 'R1' }])
  await book(carrier, 3, [{ number: 'R1', npn: '20417733' }])
  await pay(carrier, 1, [{ number: 'R1', amount: '40.00', npn: '19984127' }])
  await pay(carrier, 3, [{ number: 'R1', amount: '30.00', npn: '20417733' }])
  const tracks = await tracksOf(carrier)
  const of = ({ agentId }: Person) => tracks.find((track) => track.agentId === agentId)
  expect(of(ana)?.ledger?.months.map(({ month }) => month)).toEqual([1, 2])
  expect(of(luis)?.ledger?.months.map(({ month }) => month)).toEqual([3])
  const rules = await sumsByRules(carrier, tracks[0]?.policyId ?? 0)
  const { rows } = await sql<{ gap: string }>`
    select sum(g::numeric)::text as gap from unnest(${tracks.map(({ ledger }) => ledger?.gap ?? '0')}::text[]) g`.execute(
    agency.db,
  )
  expect(rows[0]?.gap).toBe(rules.gap)
})

test('A policy that no line of a year pays has a row with what was due, until a line of it comes, and again when the line is undone', async () => {
  const carrier = await paying()
  const agent = await agency.person({ roles: ['agent'], claims: ['view.CommissionTracking'], npn: '19984131' })
  const shown = async (person = office) => {
    const { data } = await person.call(tracking.paymentSummaries, { carrierId: carrier.id, year: 2026 })
    return data
      .map(({ policyNumber, agentId, total, months, ledger }) => {
        const lines = months.filter((amount) => amount !== null).length
        const of = agentId === ana.agentId ? 'Ana' : agentId === luis.agentId ? 'Luis' : 'other'
        return `${policyNumber} ${of}: ${lines} lines ${total}, ${ledger?.months.length} months ${ledger?.gap}`
      })
      .sort()
  }
  const policies = [{ number: 'T1' }, { number: 'T2' }, { number: 'T3', npn: '19984131' }]
  await book(carrier, 1, policies)
  await book(carrier, 3, [{ number: 'T1' }, { number: 'T2', npn: '20417733' }, { number: 'T3', npn: '19984131' }])
  for (const month of [1, 2, 3]) await pay(carrier, month, [{ number: 'T1', amount: '40.00' }])
  const first = ['T1 Ana: 3 lines 120.00, 3 months 0.00']
  const others = ['T3 other: 0 lines 0.00, 3 months -120.00']
  // Each month of a policy that changed its agent is in the row of the agent who held it.
  const unpaid = ['T2 Ana: 0 lines 0.00, 2 months -80.00', 'T2 Luis: 0 lines 0.00, 1 months -40.00']
  expect(await shown()).toEqual([...first, ...unpaid, ...others])
  const { totalAmount, totalRecords } = await office.call(tracking.paymentSummaries, {
    carrierId: carrier.id,
    year: 2026,
  })
  expect([totalAmount, totalRecords]).toEqual(['120.00', 4])
  // Agents who see their pay alone have no row of a policy without lines.
  expect(await shown(agent)).toEqual([])

  const paid = await pay(carrier, 3, [{ number: 'T2', amount: '40.00', npn: '20417733' }])
  expect(await shown()).toEqual([...first, 'T2 Luis: 1 lines 40.00, 3 months -80.00', ...others])
  await admin.call(uploads.undo, { batchId: paid.batchId ?? 0 })
  expect(await shown()).toEqual([...first, ...unpaid, ...others])

  // Without the schedule nothing was due, and without their book there are no policies.
  const [row] = (await office.call(schedules.list, { carrierId: carrier.id })).data
  await office.call(schedules.remove, { id: row?.id ?? 0, version: row?.version ?? 0 })
  expect(await shown()).toEqual(['T1 Ana: 3 lines 120.00, undefined months undefined'])
})

test('A policy whose load is undone leaves no row behind', async () => {
  const carrier = await paying()
  await book(carrier, 1, [{ number: 'V1' }])
  const second = await book(carrier, 2, [{ number: 'V1' }, { number: 'V2', members: 3 }])
  await pay(carrier, 2, [{ number: 'V1', amount: '40.00' }])
  const numbers = async () =>
    (await tracksOf(carrier)).map(({ policyNumber, policyId }) => [policyNumber, policyId !== null])
  expect(await numbers()).toEqual([
    ['V1', true],
    ['V2', true],
  ])
  await admin.call(uploads.undo, { batchId: second.batchId ?? 0 })
  expect(await numbers()).toEqual([['V1', true]])
})

test('Agents who see only their pay get no amounts that a carrier owes the agency', async () => {
  const carrier = await paying()
  const agent = await agency.person({ roles: ['agent'], claims: ['view.CommissionTracking'], npn: '19984128' })
  await book(carrier, 1, [{ number: 'S1', npn: '19984128' }])
  await pay(carrier, 1, [{ number: 'S1', amount: '40.00', npn: '' }])
  const query = { carrierId: carrier.id, year: 2026 }
  const { data } = await agent.call(tracking.paymentSummaries, query)
  expect(data.map(({ policyNumber, ledger }) => [policyNumber, ledger])).toEqual([['S1', null]])
})
