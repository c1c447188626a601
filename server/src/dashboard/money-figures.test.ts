import { agentStatements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { dashboard } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { receivedFigures } from '@coverdesk/domain/dashboard/received-figures.ts'
import { stakeAges } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { payments } from '@coverdesk/domain/payments/payment-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { lostPolicies, unpaidPolicies } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { expectedCashRows } from '@coverdesk/domain/variances/expected-cash-contract.ts'
import { expectedMonths } from '@coverdesk/domain/variances/expected-month-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeRunOf } from '../pay-runs/detail/run-samples.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { mixedAgency } from './mixed-agency.ts'

const today = '2026-06-20'
let agency: TestApp
let office: Person
let ana: Person
let luis: Person
let made: Awaited<ReturnType<typeof mixedAgency>>
beforeAll(async () => {
  const app = await startUnpaidApp()
  ;({ agency, ana, luis } = app)
  office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.AgentPayment', 'view.Report', 'view.Policy', 'view.UnpaidPolicy'],
    fullAccess: true,
  })
  made = await mixedAgency(agency, app.admin, office)
})
afterAll(() => agency.close())

const whole = { pageSize: 500 } as const
/** One amount of the database. */
const amountIn = async (query: RawBuilder<{ amount: string }>) => (await query.execute(agency.db)).rows[0]?.amount ?? ''
const agentsOf = () => [undefined, ana.agentId ?? 0, luis.agentId ?? 0]
const isOf = (column: string, id: number | undefined) =>
  sql`(${id ?? null}::bigint is null or ${sql.ref(column)} = ${id ?? null})`

/** Cells of a report's rows, without its heading. */
async function reportRows(id: number, query: Record<string, string>): Promise<string[][]> {
  const { body, statusCode } = await agency.app.inject({
    url: `/api/Report/${id}/download`,
    query: { reportFormatId: 'RFCSV', ...query },
    headers: { authorization: `Bearer ${office.token}` },
  })
  expect(statusCode, body.slice(0, 300)).toBe(200)
  return body
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
}
const sumAt = (rows: readonly (readonly string[])[], place: number) =>
  sumOfAmounts(rows.map((row) => row.at(place) ?? null))

test('What carriers owe by age is what the ledger has in the classes that may be disputed, without what is written off', async () => {
  const { faulty } = made
  const { carriers, recovered } = await office.call(dashboard.atStake, {})
  // M5, M7, M8 of spring; M5 of March and the rest of M3; M2 of June 2025. K1 is written off.
  expect(carriers).toEqual([
    { carrierId: faulty.id, carrierName: faulty.name, ages: ['120.00', '46.00', '0.00', '40.00'] },
  ])
  expect(recovered).toBe('40.00')
  for (const agentId of agentsOf()) {
    const of = agentId === undefined ? {} : { agentId }
    const shown = await office.call(dashboard.atStake, of)
    for (const carrier of made.all) {
      const ages =
        shown.carriers.find(({ carrierId }) => carrierId === carrier.id)?.ages ?? stakeAges(today).map(() => '0.00')
      for (const [place, { monthFrom, monthTo }] of stakeAges(today).entries()) {
        const span = { ...(monthFrom ? { monthFrom } : {}), ...(monthTo ? { monthTo } : {}) }
        const filter = { ...of, ...span, carrierId: carrier.id, owed: 'yes' as const }
        const { data } = await office.call(variances.list, { ...filter, ...whole })
        const due = await amountIn(sql`
          select coalesce(sum(m.stake), 0)::numeric(16, 2)::text as amount from commission_months m
          where m.carrier_id = ${carrier.id} and ${isOf('m.agent_id', agentId)}
            and m.class in ('wrong agent or NPN', 'chargeback not returned', 'missing', 'renewal rate on new business', 'short')
            and (${monthFrom}::text is null or m.month >= to_date(${monthFrom}, 'MM/YYYY'))
            and (${monthTo}::text is null or m.month <= to_date(${monthTo}, 'MM/YYYY'))
            and not exists (select from variances v join lookup_values s on s.list = 'status.variance' and s.id = v.status_id
              where v.policy_id = m.policy_id and v.month = m.month and s.name = 'Written Off')`)
        expect([sumOfAmounts(data.map(({ stake }) => stake)), due]).toEqual([ages[place], ages[place]])
        expect((await office.call(variances.summary, filter)).owed).toBe(ages[place])
      }
    }
    const closed = await office.call(variances.list, { ...of, ...whole, state: 'closed' })
    expect(sumOfAmounts(closed.data.map((row) => row.recovered))).toBe(shown.recovered)
  }
})

test('The sums of Variances add up to the stakes of the ledger by class, and each opens variances with the same sum', async () => {
  for (const agentId of agentsOf()) {
    const of = agentId === undefined ? {} : { agentId }
    const { faults, owed, overpaid, writtenOff, quiet, notRated } = await office.call(variances.summary, of)
    const { rows } = await sql<{ class: string; count: number; stake: string }>`
      select class, count(*)::int as count, sum(stake)::numeric(16, 2)::text as stake from commission_months m
      where stake > 0 and ${isOf('m.agent_id', agentId)} group by 1`.execute(agency.db)
    expect([...faults].sort((one, other) => one.class.localeCompare(other.class))).toEqual(
      rows.sort((one, other) => one.class.localeCompare(other.class)),
    )
    expect(sumOfAmounts([owed, overpaid, writtenOff])).toBe(sumOfAmounts(faults.map(({ stake }) => stake)))
    for (const { class: name, stake, count } of faults) {
      const { data, totalRecords } = await office.call(variances.list, { ...of, ...whole, class: name as 'missing' })
      expect([sumOfAmounts(data.map((row) => row.stake)), totalRecords]).toEqual([stake, count])
    }
    for (const { class: name, count } of quiet)
      expect(
        (
          await office.call(expectedMonths.list, {
            ...of,
            class: name,
            ...(name === 'not rated' ? { mayBePaid: 'no' as const } : {}),
          })
        ).totalRecords,
      ).toBe(count)
    for (const { carrierId, count } of notRated)
      expect(
        (await office.call(expectedMonths.list, { ...of, carrierId, class: 'not rated', mayBePaid: 'yes' }))
          .totalRecords,
      ).toBe(count)
    const overpaidRows = await office.call(variances.list, { ...of, ...whole, owed: 'no' })
    expect(sumOfAmounts(overpaidRows.data.map((row) => row.stake))).toBe(overpaid)
  }
})

test('Expected cash of the next months is what the schedule gives the policies in force, and of the present one what Home says', async () => {
  const { carriers, months } = await office.call(dashboard.expectedCash, {})
  expect(months).toEqual(['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'])
  // Seven policies of two members at 20.00; K1 with three members at 15.00, and K2 with one until July.
  expect(carriers.map(({ overdue, amounts, unrated }) => [overdue, amounts, unrated])).toEqual([
    ['0.00', ['280.00', '280.00', '280.00', '280.00'], [0, 0, 0, 0]],
    ['60.00', ['60.00', '60.00', '45.00', '45.00'], [0, 0, 0, 0]],
  ])
  const { received } = await office.call(home.day, {})
  const june = { statementFrom: '06/2026', statementTo: '06/2026' }
  const list = await office.call(expectedCashRows.list, { ...whole, ...june })
  expect([received?.toCome, list.totalAmount]).toEqual(['340.00', '340.00'])
  // Without the right to the list there is no figure.
  const agent = await agency.person({ roles: ['agent'], claims: ['admin.Statement'], fullAccess: true })
  expect((await agent.call(home.day, {})).received?.toCome).toBeNull()
  for (const agentId of agentsOf()) {
    const of = agentId === undefined ? {} : { agentId }
    const cash = await office.call(dashboard.expectedCash, of)
    for (const { carrierId, amounts, overdue } of cash.carriers)
      for (const [place, figure] of [overdue, ...amounts].entries()) {
        const day = (at: number) => `0${5 + at}/2026`
        const span = { ...(place > 0 ? { statementFrom: day(place) } : {}), statementTo: day(place) }
        const behind = await office.call(expectedCashRows.list, { ...of, ...whole, carrierId, ...span })
        expect([behind.totalAmount, sumOfAmounts(behind.data.map(({ amount }) => amount))]).toEqual([figure, figure])
      }
  }
})

test('Received by month is the sum of the lines with an agent, in the dashboard, on Home, in Statement and in the report', async () => {
  const { received } = await office.call(home.day, {})
  for (const agentId of agentsOf()) {
    const of = agentId === undefined ? {} : { agentId }
    const rows = await office.call(dashboard.received, { ...of, year: 2026 })
    expect(rows.length).toBeGreaterThan(10)
    for (const { year, month, carrierId, amount } of rows) {
      const shown = `${String(month).padStart(2, '0')}/${year}`
      const lines = await amountIn(sql`
        select coalesce(sum(l.amount), 0)::numeric(16, 2)::text as amount from commission_lines l
        where l.carrier_id = ${carrierId} and l.month = to_date(${shown}, 'MM/YYYY') and l.agent_id is not null and ${isOf('l.agent_id', agentId)}`)
      const { totalAmount } = await office.call(agentStatements.list, { ...of, carrierId, month: shown })
      expect([lines, totalAmount]).toEqual([amount, amount])
    }
  }
  for (const { id } of made.all) {
    const report = await reportRows(5, { from: '2026-01-01', to: '2026-12-31', carrier: String(id) })
    expect(sumAt(report, -1)).toBe(
      (await office.call(agentStatements.list, { carrierId: id, monthFrom: '01/2026', monthTo: '12/2026' }))
        .totalAmount,
    )
  }
  const { lastMonth, toDate, before, carriers } = receivedFigures(
    await office.call(dashboard.received, { year: 2026 }),
    2026,
  )
  const through = `0${lastMonth}`
  for (const [year, figure] of [
    [2026, toDate],
    [2025, before],
  ] as const) {
    const span = { monthFrom: `01/${year}`, monthTo: `${through}/${year}` }
    expect((await office.call(agentStatements.list, span)).totalAmount).toBe(figure)
    for (const { id, toDate: now, before: then } of carriers)
      expect((await office.call(agentStatements.list, { ...span, carrierId: id })).totalAmount).toBe(
        year === 2026 ? now : then,
      )
  }
  for (const { month, amount } of received?.months ?? [])
    expect(amount).toBe(
      await amountIn(sql`
        select coalesce(sum(l.amount), 0)::numeric(16, 2)::text as amount from commission_lines l
        where l.month = ${month}::date and l.agent_id is not null`),
    )
})

test('A dispute claims what its variances had at stake, in its list, its page, its pack and its preview, and recovers what came of them', async () => {
  const { data } = await office.call(disputes.list, { sort: 'number', order: 'asc' })
  // Of the first one M2 came, and 4.00 of M3 before it was disputed again.
  expect(data.map(({ variances: items, stake, recovered }) => [items, stake, recovered])).toEqual([
    [4, '130.00', '44.00'],
    [2, '46.00', '0.00'],
  ])
  for (const { id, variances: items, stake, recovered, disputeBy } of data) {
    const behind = await office.call(disputes.items, { disputeId: id, ...whole })
    const pack = await agency.app.inject({
      url: `/api/Disputes/${id}/variances`,
      headers: { authorization: `Bearer ${office.token}`, accept: 'text/csv' },
    })
    const claimed = pack.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[5] ?? null)
    expect(behind.totalRecords).toBe(items)
    expect([sumOfAmounts(behind.data.map((item) => item.stake)), sumOfAmounts(claimed)]).toEqual([stake, stake])
    expect(sumOfAmounts(behind.data.map((item) => item.recovered))).toBe(recovered)
    expect(behind.data.flatMap((item) => item.disputeBy ?? []).sort()[0]).toBe(disputeBy)
    // A claim is what was due less what had come (money.md 4), but for lines of another agent.
    for (const item of behind.data) expect(sumOfAmounts([item.stake, item.received])).toBe(item.expected)
  }
  const { packs } = await office.call(disputes.preview, { filter: { owed: 'yes' } })
  const open = await office.call(variances.list, { ...whole, owed: 'yes' })
  const disputable = open.data.filter(
    ({ policyNumber, month }) => policyNumber !== 'M3' && `${policyNumber} ${month}` !== 'M5 2026-05-01',
  )
  expect(packs.map(({ stake }) => stake)).toEqual([sumOfAmounts(disputable.map(({ stake }) => stake))])
})

test('The reports of expected months and of lost policies have the sums of their lists', async () => {
  const span = { from: '2025-01-01', to: '2026-12-31' }
  for (const { id } of made.all) {
    const rows = await reportRows(9, { ...span, carrier: String(id) })
    const { data, totalRecords } = await office.call(expectedMonths.list, { carrierId: id, ...whole })
    expect(rows).toHaveLength(totalRecords)
    for (const [place, read] of [
      [-3, (row: (typeof data)[number]) => row.expected],
      [-2, (row: (typeof data)[number]) => row.received],
      [-1, (row: (typeof data)[number]) => row.stake],
    ] as const)
      expect(sumAt(rows, place)).toBe(sumOfAmounts(data.map(read)))
  }
  const lost = await office.call(lostPolicies.list, whole)
  expect(sumAt(await reportRows(3, span), -1)).toBe(sumOfAmounts(lost.data.map(({ atStake }) => atStake)))
  expect(lost.totalRecords).toBeGreaterThan(0)
  const missing = await office.call(variances.list, { ...whole, class: 'missing' })
  const unpaid = (await office.call(unpaidPolicies.list, whole)).data.filter(({ why }) => why !== 'premium')
  const ofSchedule = unpaid.filter(({ carrierId }) => carrierId !== made.plain.id)
  expect(sumOfAmounts(ofSchedule.map(({ atStake }) => atStake))).toBe(
    sumOfAmounts(missing.data.map(({ stake }) => stake)),
  )
})

test('Production and net pay of agents are the policies of the list, and the payments and balances of the closed runs', async () => {
  for (const [person, percent] of [
    [ana, 70],
    [luis, 50],
  ] as const)
    await sql`
      insert into agent_contracts (agent_id, start_date, basis, percent)
      values (${person.agentId}, '2020-01-01', 'percent', ${percent})`.execute(agency.db)
  await office.call(adjustments.create, {
    agentId: luis.agentId ?? 0,
    firstMonth: '04/2026',
    lastMonth: '04/2026',
    amount: '-500.00',
    reason: 'Desk',
  })
  await office.call(advances.create, {
    agentId: ana.agentId ?? 0,
    month: '03/2026',
    amount: '100.00',
    recoveryPercent: '50',
    reason: 'Start',
  })
  for (const month of ['2026-03-01', '2026-04-01', '2026-05-01']) await closeRunOf(agency.db, month)
  const span = { from: '2026-03-01', to: '2026-05-31' }
  const rows = await reportRows(8, span)
  const listed = await office.call(payments.list, whole)
  const balances = (await office.call(payRuns.balances, whole)).data
  expect(sumAt(rows, -1)).toBe(listed.totalAmount)
  expect(sumAt(await reportRows(4, span), -1)).toBe(listed.totalAmount)
  for (const person of [ana, luis]) {
    const row = (await reportRows(8, { ...span, agent: String(person.agentId) }))[0] ?? []
    const [sold, members, runs, earned, overrides, adjusted, recovered, carried, net] = row.slice(2)
    expect(sumOfAmounts([earned, overrides, adjusted, recovered, carried].map((one) => one ?? null))).toBe(net)
    const own = balances.filter(({ agentId }) => agentId === person.agentId)
    expect([String(own.length), sumOfAmounts(own.map(({ paid }) => paid))]).toEqual([runs, net])
    expect((await office.call(payments.list, { agentId: person.agentId ?? 0 })).totalAmount).toBe(net)
    const all = {
      agentId: person.agentId ?? 0,
      effectiveFrom: '2025-01-01',
      effectiveTo: '2026-12-31',
      cancelled: 'no' as const,
    }
    const behind = await office.call(policies.list, { ...all, ...whole })
    const production =
      (await reportRows(8, { from: '2025-01-01', to: '2026-12-31', agent: String(person.agentId) }))[0] ?? []
    expect(Number(production[2])).toBe(behind.totalRecords)
    expect(Number(production[3])).toBe(behind.data.reduce((sum, one) => sum + (one.numberOfMembers ?? 0), 0))
    expect([sold, members].every((one) => one !== undefined)).toBe(true)
  }
})
