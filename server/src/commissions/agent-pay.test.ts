import { commissionKinds } from '@coverdesk/domain/commissions/commission-csv.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { firstDayOf, monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import type { PayTerms } from '@coverdesk/domain/pay-runs/earnings-of.ts'
import type { RateSpan } from '@coverdesk/domain/rates/rate-rules.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCarrier, termsFrom } from '../carriers/carrier-samples.ts'
import { closeRunOf, comparePay } from '../pay-runs/detail/run-samples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { commissionCsv, policiesOf, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { createUploader } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let ana: Person
let carrier: number
/** Ana and two other agents. */
let partners: number[] = []

type Span = Omit<RateSpan, 'id'>
/** Received line of a carrier's statement; whole cents, and the first day of its month. */
interface ReceivedAmount {
  amount: number
  kind: (typeof commissionKinds)[number]
  members: number | null
  month: string
}
/** Rate in whole cents per member. */
type PayRate = Span & { cents: number }
/** With the carrier, or with any. */
type PayContract = Span & Pick<PayTerms, 'basis' | 'value'> & { carrier: 'this' | 'any' }
/** Ten-thousandths of a percent by agent. */
type PaySplit = Span & { shares: readonly { agentId: number; share: number }[] }

beforeAll(async () => {
  agency = await startTestApp()
  const claims = ['view.Statement', 'view.CommissionTracking', 'view.AgentPayment']
  ana = await agency.person({ roles: ['agent'], claims, npn: '19984127' })
  const others = [
    await agency.person({ roles: ['agent'], npn: '20417733' }),
    await agency.person({ roles: ['agent'], npn: '31000001' }),
  ]
  partners = [ana, ...others].map(({ agentId }) => agentId ?? 0)
  carrier = await agency.carrier('Oscar')
  await policiesOf(agency, carrier, 2)
  await closeRunOf(agency.db, '2025-12-01')
})
afterAll(() => agency.close())

const day = fc.integer({ min: 0, max: 400 }).map((n) => plusDays('2026-01-01', n))
const months = fc.integer({ min: 0, max: 12 }).map((n) => firstDayOf(monthOfDay('2026-01-01') + n))
const count = fc.option(fc.integer({ min: -3, max: 6 }))
const line: fc.Arbitrary<ReceivedAmount> = fc.record({
  amount: fc.integer({ min: -9_000, max: 9_000 }),
  kind: fc.constantFrom(...commissionKinds),
  members: count,
  month: months,
})
/** Rates that follow one another. */
const rates = fc
  .record({
    days: fc.uniqueArray(day, { minLength: 2, maxLength: 6 }),
    amounts: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 3, maxLength: 3 }),
    open: fc.boolean(),
  })
  .map(({ days, amounts, open }): PayRate[] => {
    const sorted = days.toSorted()
    const spans = amounts.flatMap((rate, n): PayRate[] => {
      const [startDate, endDate] = [sorted[n * 2], sorted[n * 2 + 1]]
      return startDate && endDate ? [{ startDate, endDate, cents: rate }] : []
    })
    return spans.map((span, n) => (open && n === spans.length - 1 ? { ...span, endDate: null } : span))
  })

/** Contracts that follow one another, in turn of a percentage and of dollars per member. */
const contractsOf = (of: PayContract['carrier']) =>
  rates.map((spans) =>
    spans.map(
      ({ cents: value, ...span }, n): PayContract =>
        n % 2 === 0
          ? { ...span, carrier: of, basis: 'percent', value: value * 333 }
          : { ...span, carrier: of, basis: 'member', value },
    ),
  )

/** Splits that follow one another, of ten-thousandths of a percent: Ana and two others, or the two alone. */
const divided = fc
  .record({
    spans: rates,
    first: fc.integer({ min: 1, max: 499_999 }),
    second: fc.integer({ min: 1, max: 499_999 }),
    withoutAna: fc.boolean(),
  })
  .map(({ spans, first, second, withoutAna }) =>
    spans.map(({ cents: _, ...span }, n) => ({
      ...span,
      parts: withoutAna && n === 0 ? [0, 1_000_000 - second, second] : [1_000_000 - first - second, first, second],
    })),
  )

const world = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  policyMembers: fc.option(fc.integer({ min: 0, max: 6 })),
  known: rates,
  ofCarrier: contractsOf('this'),
  ofAny: contractsOf('any'),
  arrears: fc.integer({ min: 0, max: 2 }),
  ratesFirst: fc.boolean(),
  divided,
})

test('the pay of a stored line is that of a pay run, whether line or terms came first, and the sums are those of the lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      async ({ lines, policyMembers, known, ofCarrier, ofAny, arrears, ratesFirst, divided: spans }) => {
        const contracts = [...ofCarrier, ...ofAny]
        const splits = spans.map(
          ({ parts, ...span }): PaySplit => ({
            ...span,
            shares: parts.flatMap((share, n) => (share > 0 ? [{ agentId: partners[n] ?? 0, share }] : [])),
          }),
        )
        const addTerms = async () => {
          await addRates(known)
          await addContracts(contracts)
          await addSplits(splits)
        }
        await empty()
        await setArrears(ratesFirst ? arrears : 0)
        await sql`update policies set number_of_members = ${policyMembers}`.execute(agency.db)
        if (ratesFirst) await addTerms()
        await addLines(lines)
        if (!ratesFirst) await addTerms()
        await setArrears(arrears)
        const rows = await comparePay(agency.db, '2027-12-01')
        expect(rows).toHaveLength(lines.length)
        const expected = rows.map(({ pay }) => (pay === null ? null : cents(pay)))
        expect(rows.map(({ shown }) => (shown === null ? null : cents(shown)))).toEqual(expected)

        const rated = expected.filter((pay) => pay !== null && pay !== undefined)
        const total = amountOf(rated.reduce((sum, pay) => sum + pay, 0))
        const sums = { commissionAmount: total, notRated: expected.length - rated.length }
        expect(await ana.call(statements.lines, {})).toMatchObject(sums)
        expect(await ana.call(statements.lines, { policyNumber: 'C1' })).toMatchObject(sums)
        const { totalAmount, notRated } = await ana.call(agentStatements.list, {})
        expect({ commissionAmount: totalAmount, notRated }).toEqual(sums)
        const years = [...new Set(lines.map(({ month }) => Number(month.slice(0, 4))))]
        const tracks = await Promise.all(
          years.map((year) => ana.call(tracking.paymentSummaries, { year, policyNumber: 'C1' })),
        )
        expect(amountOf(tracks.reduce((sum, track) => sum + (cents(track.totalAmount) ?? Number.NaN), 0))).toBe(total)
      },
    ),
    { numRuns: 40 },
  )
})

async function empty(): Promise<void> {
  for (const table of [
    'commission_lines',
    'commission_month_totals',
    'commission_tracks',
    'agent_rates',
    'agent_contracts',
    'policy_splits',
  ])
    await sql`delete from ${sql.table(table)}`.execute(agency.db)
}

async function setArrears(months: number): Promise<void> {
  await sql`update carriers set arrears = ${months} where id = ${carrier}`.execute(agency.db)
}

test('a line is paid by the rate of the month that its statement’s terms say, also where the arrears changed', async () => {
  await empty()
  await setArrears(0)
  await sql`update policies set number_of_members = 1`.execute(agency.db)
  await addLines(
    ['2026-03-01', '2026-04-01', '2026-05-01'].map((month) => ({
      amount: 90_00,
      kind: 'other',
      members: 1,
      month,
    })),
  )
  await addRates([
    { startDate: '2026-03-01', endDate: '2026-03-31', cents: 3_00 },
    { startDate: '2026-04-01', endDate: '2026-04-30', cents: 4_00 },
    { startDate: '2026-05-01', endDate: null, cents: 5_00 },
  ])
  const pay = async () =>
    (await sql<{ pay: string }>`select pay::text from commission_lines order by month`.execute(agency.db)).rows.map(
      ({ pay }) => pay,
    )
  expect(await pay()).toEqual(['3.00', '4.00', '5.00'])
  const admin = await agency.person({ roles: ['agent', 'administrator'] })
  await changeCarrier(admin, carrier, { laterTerms: [termsFrom(4, { arrears: 1 })] })
  expect(await pay()).toEqual(['3.00', '3.00', '4.00'])
  await changeCarrier(admin, carrier, { laterTerms: [] })
  expect(await pay()).toEqual(['3.00', '4.00', '5.00'])
})

async function addRates(known: readonly PayRate[]): Promise<void> {
  for (const { startDate, endDate, cents: rate } of known)
    await sql`
      insert into agent_rates (agent_id, carrier_id, rate, start_date, end_date)
      values (${ana.agentId}, ${carrier}, ${amountOf(rate)}, ${startDate}, ${endDate})`.execute(agency.db)
}

async function addContracts(contracts: readonly PayContract[]): Promise<void> {
  for (const { carrier: of, basis, value, startDate, endDate } of contracts) {
    const [percent, amount] = basis === 'percent' ? [value / 10_000, null] : [null, amountOf(value)]
    await sql`
      insert into agent_contracts (agent_id, carrier_id, basis, percent, amount, start_date, end_date)
      values (${ana.agentId}, ${of === 'this' ? carrier : null}, ${basis === 'percent' ? basis : 'perMember'}, ${percent},
        ${amount}, ${startDate}, ${endDate})`.execute(agency.db)
  }
}

async function addSplits(splits: readonly PaySplit[]): Promise<void> {
  const rows = splits.flatMap(({ shares, ...span }) => shares.map((share) => ({ ...span, ...share })))
  await sql`
    insert into policy_splits (policy_id, agent_id, share, start_date, end_date)
    select p.id, s."agentId", s.share / 10000, s."startDate", s."endDate"
    from policies p, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s ("agentId" bigint, share numeric, "startDate" date, "endDate" date)
    where p.carrier_id = ${carrier} and p.policy_number = 'C1'`.execute(agency.db)
}

async function addLines(lines: readonly ReceivedAmount[]): Promise<void> {
  for (const { amount, kind, members, month } of lines)
    await sql`
      insert into commission_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, agent_id, agent_by)
      select id, carrier_id, ${month}, ${kind}, ${members}, ${amountOf(amount)}, policy_number, ${ana.agentId}, 'file'
      from policies where carrier_id = ${carrier} and policy_number = 'C1'`.execute(agency.db)
  await sql`select rebuild_sums_of_lines(array(select id from commission_lines))`.execute(agency.db)
}

test('agents with a contract and no rate see their pay of statements and of unpaid policies, also after it changes', async () => {
  await empty()
  await setArrears(0)
  await addLines([{ amount: 80_00, kind: 'other', members: 2, month: '2026-03-01' }])
  await sql`
    insert into unpaid_policies
      (policy_id, carrier_id, month, at_stake, number_of_members, aor_id, why, policy_number, insured_name, search_name, sort_name)
    select id, carrier_id, '2026-04-01', 80, 2, ${ana.agentId}, 'commission', policy_number, 'Eva', 'eva', 'eva'
    from policies where carrier_id = ${carrier} and policy_number = 'C1'`.execute(agency.db)
  const seen = async () => ({
    statements: await ana.call(agentStatements.list, {}),
    stake: (await sql<{ pay: string | null }>`select pay_at_stake::text as pay from unpaid_policies`.execute(agency.db))
      .rows,
  })
  expect(await seen()).toMatchObject({ statements: { totalAmount: '0.00', notRated: 1 }, stake: [{ pay: null }] })
  const span = { startDate: '2026-01-01', endDate: null }
  await addContracts([{ ...span, carrier: 'any', basis: 'percent', value: 700_000 }])
  expect(await seen()).toMatchObject({ statements: { totalAmount: '56.00', notRated: 0 }, stake: [{ pay: '56.00' }] })
  await sql`update agent_contracts set percent = 60`.execute(agency.db)
  expect(await seen()).toMatchObject({ statements: { totalAmount: '48.00', notRated: 0 }, stake: [{ pay: '48.00' }] })
  await sql`delete from unpaid_policies`.execute(agency.db)
})

test('a changed rate changes the pay of the months it is for, and a load gives each line its pay', async () => {
  await empty()
  await setArrears(0)
  const admin = await createUploader(agency)
  await addRates([{ startDate: '2026-01-01', endDate: '2026-06-30', cents: 1_400 }])
  const rows = [2, 7].map((month) => ({ number: 'C2', month, members: 2, amount: '60.00' }))
  await uploadAs(admin, commissionCsv(rows, 'Oscar'))
  const shown = async () => {
    const { data } = await ana.call(tracking.paymentSummaries, { year: 2026, policyNumber: 'C2' })
    return data.map(({ months, notRated, total }) => [months[1], months[6], notRated, total])
  }
  expect(await shown()).toEqual([['28.00', null, [7], '28.00']])
  await sql`update agent_rates set rate = 15, end_date = null`.execute(agency.db)
  expect(await shown()).toEqual([['30.00', '30.00', [], '60.00']])
  await sql`delete from agent_rates`.execute(agency.db)
  expect(await shown()).toEqual([[null, null, [2, 7], null]])
  const { data } = await ana.call(agentStatements.list, { carrierId: carrier, month: '02/2026' })
  expect(data).toMatchObject([{ amount: null, notRated: 1 }])
})

test('agents who share a policy see their share, as the pay run divides it, from the day of the split on', async () => {
  await empty()
  await setArrears(0)
  await addLines(
    ['2026-03-01', '2026-04-01'].map((month) => ({
      amount: 10_01,
      kind: 'other',
      members: 1,
      month,
    })),
  )
  await addRates([{ startDate: '2026-01-01', endDate: null, cents: 10_01 }])
  const [own = 0, other = 0] = partners
  const shares = [
    { agentId: own, share: 500_000 },
    { agentId: other, share: 500_000 },
  ]
  const pay = async () => (await ana.call(agentStatements.list, {})).totalAmount
  expect(await pay()).toBe('20.02')
  await addSplits([{ startDate: '2026-04-01', endDate: null, shares }])
  // The odd cent goes to the lower number, which is Ana's.
  expect(await pay()).toBe('15.02')
  await sql`delete from policy_splits`.execute(agency.db)
  expect(await pay()).toBe('20.02')
})

test('a line that a person said is none of ours earns its agent nothing, also after a change of terms and in the next file, until that is undone', async () => {
  await empty()
  await setArrears(0)
  const admin = await createUploader(agency)
  const office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
  const span = { startDate: '2026-01-01', endDate: null }
  await addContracts([{ ...span, carrier: 'any', basis: 'percent', value: 700_000 }])
  const strange = { number: 'S1', name: 'Someone Else', amount: '20.00' }
  await uploadAs(admin, commissionCsv([{ number: 'C2', amount: '60.00' }, strange], 'Oscar'))
  const seen = async () => (await ana.call(agentStatements.list, {})).totalAmount
  expect(await seen()).toBe('56.00')
  await office.call(exceptions.ignore, { filter: { carrierId: carrier }, reason: 'Other agency' })
  expect(await seen()).toBe('42.00')
  await sql`update agent_contracts set percent = 60`.execute(agency.db)
  expect(await seen()).toBe('36.00')
  await uploadAs(admin, commissionCsv([{ ...strange, month: 4 }], 'Oscar'))
  expect(await seen()).toBe('36.00')
  const { data } = await office.call(exceptions.list, { carrierId: carrier, state: 'resolved' })
  await office.call(exceptions.undo, { id: data[0]?.id ?? 0 })
  expect(await seen()).toBe('60.00')
  await sql`delete from unpaid_policies`.execute(agency.db)
})
