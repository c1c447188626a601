import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../testing/test-app.ts'
import { newCarrier, startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { faultyCarrier } from '../variances/variance-samples.ts'

let app: Awaited<ReturnType<typeof startUnpaidApp>>
beforeEach(async () => {
  app = await startUnpaidApp()
})
afterEach(() => app.agency.close())

const dayOf = (person: Person) => person.call(home.day, {})
const firstPage = { pageNumber: 1, pageSize: 10 } as const

test('variances come by their last day to dispute, and those of the next seven days count as work', async () => {
  const { agency, admin } = app
  const office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement'],
    fullAccess: true,
  })
  agency.setClock(() => new Date('2026-03-20T15:00:00Z'))
  const { carrier } = await faultyCarrier(agency, admin, office)
  const byDay = { owed: 'yes', disputeFrom: '2026-03-20', sort: 'disputeBy', order: 'asc' } as const
  const all = await office.call(variances.list, { ...firstPage, ...byDay })
  expect(all.totalRecords).toBeGreaterThan(0)
  const [first] = all.data
  const lastDay = first?.disputeBy ?? ''
  const group = async (day: string) => {
    agency.setClock(() => new Date(`${day}T15:00:00Z`))
    return (await dayOf(office)).groups.find((one) => one.kind === 'variance')
  }

  const week = plusDays(lastDay, -6)
  const soon = await office.call(variances.list, { ...firstPage, ...byDay, disputeFrom: week, disputeTo: lastDay })
  const stake = amountOf(soon.data.reduce((sum, row) => sum + (cents(row.stake) ?? 0), 0))
  expect(await group(week)).toMatchObject({
    total: all.totalRecords,
    soon: { total: soon.totalRecords, stake, until: lastDay },
    data: all.data.slice(0, 5).map(({ id, stake, disputeBy }) => ({ id, stake, disputeBy })),
  })
  expect(await group(plusDays(lastDay, -7))).toMatchObject({
    total: all.totalRecords,
    soon: { total: 0, stake: '0.00' },
  })
  expect((await group(plusDays(lastDay, 1)))?.data.map(({ id }) => id)).not.toContain(first?.id)
  expect(carrier.id).toBe(first?.carrierId)
})

test('the received months are those of the dashboard, and a month after the last closed pay run waits to be closed', async () => {
  const { agency, ana } = app
  const office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.AgentPayment'],
    fullAccess: true,
  })
  const carrier = await newCarrier(agency)
  await agency.db
    .insertInto('commission_month_totals')
    .values(
      (['2026-08-01', '2026-09-01'] as const).map((month) => ({
        carrier_id: carrier.id,
        agent_id: ana.agentId,
        month,
        lines: 4,
        policies: 4,
        members: 4,
        amount: '812.40',
      })),
    )
    .execute()
  const [day, dashboardRows] = [await dayOf(office), await office.call(dashboard.received, { year: 2026 })]
  expect(day.received?.months.map(({ month }) => month)).toHaveLength(12)
  expect(day.received?.months.at(-1)).toMatchObject({ month: '2026-11-01' })
  for (const { month, amount } of day.received?.months ?? []) {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
    const sum = dashboardRows
      .filter((row) => row.year === year && row.month === number)
      .reduce((total, row) => total + (cents(row.amount) ?? 0), 0)
    expect(cents(amount)).toBe(sum)
  }
  expect(day.monthToClose).toBeNull()

  const { id: batchId } = await agency.db
    .insertInto('payment_batches')
    .values({ name: 'Pay run of 09/2026' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await agency.db
    .insertInto('pay_runs')
    .values({ month: '2026-09-01', closed_at: new Date('2026-10-12T15:00:00Z'), batch_id: batchId })
    .execute()
  expect((await dayOf(office)).monthToClose).toEqual({
    month: '2026-10-01',
    runId: null,
    missing: [carrier.name],
  })
  expect((await dayOf(ana)).monthToClose).toBeNull()
})
