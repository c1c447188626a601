import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { expectedCashRows } from '@coverdesk/domain/variances/expected-cash-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { faultyCarrier } from '../variances/variance-samples.ts'

let agency: TestApp
let admin: Person
let ana: Person
let office: Person
beforeEach(async () => {
  ;({ agency, admin, ana } = await startUnpaidApp())
  agency.setClock(() => new Date('2026-03-20T15:00:00Z'))
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterEach(() => agency.close())

/** Each figure of the dashboard and the sum of the list that it opens. */
async function figuresAndLists(agentId?: number): Promise<[string, string][]> {
  const of = agentId === undefined ? {} : { agentId }
  const { months, carriers } = await office.call(dashboard.expectedCash, of)
  const before = showMonth(plusDays(months[0] ?? '', -1))
  const spans = [
    { statementTo: before },
    ...months.map((month) => ({ statementFrom: showMonth(month), statementTo: showMonth(month) })),
    { statementTo: showMonth(months.at(-1) ?? '') },
  ]
  const sumOf = async (query: object) => {
    const { totalAmount, data, totalRecords } = await office.call(expectedCashRows.list, {
      pageSize: 500,
      ...of,
      ...query,
    })
    expect(data).toHaveLength(totalRecords)
    expect(sumOfAmounts(data.map(({ amount }) => amount))).toBe(totalAmount)
    return totalAmount
  }
  const found: [string, string][] = []
  for (const { carrierId, overdue, amounts } of carriers) {
    const figures = [overdue, ...amounts, sumOfAmounts([overdue, ...amounts])]
    for (const [place, span] of spans.entries()) found.push([figures[place] ?? '', await sumOf({ ...span, carrierId })])
  }
  for (const [place, span] of spans.entries()) {
    const column = carriers.map(
      ({ overdue, amounts }) => [overdue, ...amounts, sumOfAmounts([overdue, ...amounts])][place] ?? '',
    )
    found.push([sumOfAmounts(column), await sumOf(span)])
  }
  return found
}

async function expectEqual(agentId?: number): Promise<void> {
  const found = await figuresAndLists(agentId)
  expect(found.map(([, list]) => list)).toEqual(found.map(([figure]) => figure))
}

test('Each figure opens a list of policies with the same sum, for one agent and for all, after loads, a part of a statement and an undo', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  await expectEqual()
  await expectEqual(ana.agentId ?? 0)
  agency.setClock(() => new Date('2026-05-20T15:00:00Z'))
  await expectEqual()
  const other = await newCarrier(agency)
  const row = { carrierId: other.id, firstMonth: '01/2026', lastMonth: '07/2026' as const, amount: '15.00' }
  await office.call(schedules.create, row)
  await uploadPolicies(admin, { carrierId: other.id, month: 4 }, [
    { number: 'O1', members: 3 },
    { number: 'O2', npn: '20417733', term: '06/30/2026' },
    { number: 'O3', paid: '01/31/2026' },
  ])
  await expectEqual()
  const part = commissionCsv([{ number: 'V1', month: 3, amount: '40.00', members: 2 }], carrier.name)
  const { batchId } = await uploadAs(admin, part)
  await expectEqual()
  await expectEqual(ana.agentId ?? 0)
  const book = await uploadPolicies(admin, { carrierId: other.id, month: 5 }, [
    { number: 'O1', members: 4 },
    { number: 'O2', npn: '19984127' },
    { number: 'O4' },
  ])
  await expectEqual()
  await admin.call(uploads.undo, { batchId: book.batchId ?? 0 })
  await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  await expectEqual()
  const { data } = await office.call(expectedCashRows.list, {
    carrierId: other.id,
    statementFrom: '06/2026',
    statementTo: '06/2026',
  })
  expect(data.map(({ policyNumber, amount }) => [policyNumber, amount]).sort()).toEqual([
    ['O1', '45.00'],
    ['O2', '30.00'],
  ])
  const [schedule] = (await office.call(schedules.list, { carrierId: other.id })).data
  await office.call(schedules.remove, { id: schedule?.id ?? 0, version: schedule?.version ?? 0 })
  expect((await office.call(expectedCashRows.list, { carrierId: other.id })).totalRecords).toBe(0)
})

test('This month and the next three of a carrier are the months in force by its schedule, and nothing comes after a term date', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const before = await office.call(dashboard.expectedCash, {})
  expect(before).toEqual({
    months: ['2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
    carriers: [
      {
        carrierId: carrier.id,
        carrierName: carrier.name,
        overdue: '0.00',
        overdueSince: null,
        amounts: ['120.00', '120.00', '120.00', '120.00'],
        unrated: [0, 0, 0, 0],
      },
    ],
  })
  const own = await office.call(dashboard.expectedCash, { agentId: ana.agentId ?? 0 })
  expect(own.carriers).toMatchObject([{ amounts: ['80.00', '80.00', '80.00', '80.00'] }])
  await uploadPolicies(admin, { carrierId: carrier.id, month: 2 }, [
    { number: 'V1', name: 'Inés Álvarez' },
    { number: 'V2', name: 'Keisha Marlowe', term: '04/30/2026' },
    { number: 'V3', npn: '20417733' },
  ])
  const { carriers } = await office.call(dashboard.expectedCash, {})
  expect(carriers).toMatchObject([{ amounts: ['120.00', '120.00', '80.00', '80.00'] }])
})

test('Money of a statement that did not come is overdue once its month is over, until the statement comes', async () => {
  const { carrier } = await faultyCarrier(agency, admin, office)
  const cash = async () => (await office.call(dashboard.expectedCash, {})).carriers
  agency.setClock(() => new Date('2026-05-20T15:00:00Z'))
  expect(await cash()).toMatchObject([
    { overdue: '240.00', overdueSince: '2026-03-01', amounts: ['120.00', '120.00', '120.00', '120.00'] },
  ])
  expect((await office.call(dashboard.expectedCash, { agentId: ana.agentId ?? 0 })).carriers).toMatchObject([
    { overdue: '160.00' },
  ])
  const march = (...numbers: string[]) =>
    commissionCsv(
      numbers.map((number) => ({ number, month: 3, amount: '40.00', members: 2 })),
      carrier.name,
    )
  // A part of a statement: what the rest should bring is no variance yet, so it is still to come.
  expect((await uploadAs(admin, march('V1'))).state).toBe('loaded')
  expect(await cash()).toMatchObject([{ overdue: '200.00', overdueSince: '2026-03-01' }])
  expect((await uploadAs(admin, march('V2'), {}, 'rest.csv')).state).toBe('loaded')
  expect(await cash()).toMatchObject([{ overdue: '120.00', overdueSince: '2026-04-01' }])
  const { data } = await office.call(variances.list, { carrierId: carrier.id, monthFrom: '03/2026' })
  expect(data).toMatchObject([{ policyNumber: 'V3', class: 'missing', stake: '40.00' }])
})

test('Months after the last row of the schedule are named, not taken for nothing', async () => {
  const carrier = await newCarrier(agency)
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2026',
    lastMonth: '04/2026',
    amount: '20.00',
  })
  await uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'L1' }, { number: 'L2' }])
  const { carriers } = await office.call(dashboard.expectedCash, {})
  expect(carriers).toMatchObject([
    { overdue: '80.00', amounts: ['80.00', '80.00', '0.00', '0.00'], unrated: [0, 0, 2, 2] },
  ])
})

test('Who may not read variances gets no expected cash', async () => {
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'] })
  await expect(agent.call(dashboard.expectedCash, {})).rejects.toMatchObject({ status: 403 })
})
