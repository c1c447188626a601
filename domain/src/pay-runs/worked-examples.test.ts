import { expect, test } from 'vitest'
import { allot } from './allot.ts'
import { type Earned, earningsOf, type PayTerms, type TermsOfMonth, type Upline } from './earnings-of.ts'
import { reversalOf } from './reversal-of.ts'
import { settle } from './settle.ts'

/** Worked examples of the rules of money about pay, by their numbers. Amounts in whole cents. */
const percent = (value: number, id = 1): PayTerms => ({
  source: 'contract',
  id,
  basis: 'percent',
  value: value * 10_000,
})
const dollars = (value: number): PayTerms => ({ source: 'rate', id: 2, basis: 'member', value: value * 100 })
const [ana, ben, eva, dan] = [1, 2, 3, 4] as const
const alone = (agentId: number) => [{ agentId, share: 1_000_000 }]
const upline = (agentId: number, level: number, value: number): Upline => ({
  agentId,
  level,
  isActive: true,
  terms: { source: 'override', id: 10 + level, basis: 'percent', value: value * 10_000 },
})
const terms = (writing: PayTerms, more: Partial<TermsOfMonth> = {}): TermsOfMonth => ({
  writing,
  shares: alone(ana),
  uplines: [],
  ...more,
})
const amounts = ({ earnings, agency }: Earned) => [...earnings.map(({ amount }) => amount), agency]
const settled = (more: Partial<Parameters<typeof settle>[0]>) =>
  settle({ earned: 0, adjustments: 0, advances: 0, outstanding: [], carriedIn: 0, minimum: 0, isHeld: false, ...more })

test('20 the agent of record of the month of coverage earns it, whatever statement pays', () => {
  expect(earningsOf({ gross: 6000, members: 3 }, terms(percent(70))).earnings).toEqual([
    { agentId: ana, role: 'writing', level: 0, terms: percent(70), share: null, amount: 4200 },
  ])
})

test('22 a split of 60 and 40 with overrides of 10 % and 5 %', () => {
  const shares = [
    { agentId: ana, share: 600_000 },
    { agentId: ben, share: 400_000 },
  ]
  const uplines = [upline(eva, 1, 10), upline(dan, 2, 5)]
  expect(amounts(earningsOf({ gross: 6000, members: 3 }, terms(percent(70), { shares, uplines })))).toEqual([
    2520, 1680, 600, 300, 900,
  ])
})

test('23 cents that are left of a split go to the largest remainder', () => {
  const weights = [333_333, 333_333, 333_334].map((weight, at) => ({ order: at + 1, weight }))
  expect(allot(1000, weights)).toEqual([333, 333, 334])
})

test('24 a tie goes to the lower agent id, also of money that goes back', () => {
  const weights = [
    { order: 7, weight: 1 },
    { order: 3, weight: 1 },
  ]
  expect(allot(-5, weights)).toEqual([-2, -3])
})

test('25 a rate of 14.00 per member, at most the line', () => {
  expect(amounts(earningsOf({ gross: 6000, members: 3 }, terms(dollars(14))))).toEqual([4200, 1800])
  expect(amounts(earningsOf({ gross: 3000, members: 3 }, terms(dollars(14))))).toEqual([3000, 0])
})

test('26 overrides are paid until the agency’s part is used up, level 1 first', () => {
  const uplines = [upline(dan, 2, 10), upline(eva, 1, 15)]
  expect(amounts(earningsOf({ gross: 2000, members: 1 }, terms(percent(80), { uplines })))).toEqual([1600, 300, 100, 0])
})

test('27 a chargeback of money paid at 70 % takes 70 % back, though the contract says 75 % now', () => {
  const paid = { gross: 6000, agency: 1800, balances: [{ agentId: ana, amount: 4200 }] }
  const { reversals, rest } = reversalOf(-6000, [paid])
  expect(reversals.map(({ parts, agency }) => [parts[0]?.amount, agency])).toEqual([[-4200, -1800]])
  expect(rest).toBe(0)
})

test('28 an advance of 500.00 is recovered by half of what was earned, rounded down', () => {
  expect(settled({ earned: 30_001, outstanding: [{ id: 1, outstanding: 50_000, percent: 500_000 }] })).toEqual({
    recoveries: [{ advanceId: 1, amount: 15_000 }],
    recovered: 15_000,
    carriedOut: 0,
    paid: 15_001,
  })
})

test('29 less than the minimum, or less than nothing, is carried', () => {
  const first = settled({ earned: -3500, minimum: 2500 })
  const second = settled({ earned: 5000, minimum: 2500, carriedIn: first.carriedOut })
  const third = settled({ earned: 3000, minimum: 2500, carriedIn: second.carriedOut })
  expect([first, second, third].map(({ paid, carriedOut }) => [paid, carriedOut])).toEqual([
    [0, -3500],
    [0, 1500],
    [4500, 0],
  ])
})

test('30 an advance is recovered before a negative balance', () => {
  const outstanding = [{ id: 1, outstanding: 5000, percent: 1_000_000 }]
  expect(settled({ earned: 10_000, outstanding, carriedIn: -8000 })).toMatchObject({
    recovered: 5000,
    paid: 0,
    carriedOut: -3000,
  })
})

test('32 terms of 75 % in place of 70 % make 3.00 more', () => {
  const [before, after] = [70, 75].map((value) => earningsOf({ gross: 6000, members: 3 }, terms(percent(value))))
  expect((after?.earnings[0]?.amount ?? 0) - (before?.earnings[0]?.amount ?? 0)).toBe(300)
})

test('37 116 members at a rate of 15.50 of 2,552.00 received', () => {
  expect(amounts(earningsOf({ gross: 255_200, members: 116 }, terms(dollars(15.5))))).toEqual([179_800, 75_400])
})

test('Without a contract or rate, or without the members that it needs, nothing is earned yet and all stays open', () => {
  const part = { gross: 6000, members: null }
  expect(earningsOf(part, { writing: null, shares: alone(ana), uplines: [] })).toMatchObject({
    missing: 'contract',
    agency: 6000,
  })
  expect(earningsOf(part, terms(dollars(14)))).toMatchObject({ missing: 'members', earnings: [] })
})

test('An inactive upline’s override stays with the agency, and no level moves up', () => {
  const uplines = [{ ...upline(eva, 1, 10), isActive: false }, upline(dan, 2, 5)]
  expect(amounts(earningsOf({ gross: 6000, members: 3 }, terms(percent(70), { uplines })))).toEqual([4200, 300, 1500])
})

test('A chargeback of more than was paid leaves the rest to the terms, and takes from the newest part first', () => {
  const part = (gross: number, id: number) => ({
    id,
    gross,
    agency: gross - 10,
    balances: [{ agentId: ana, amount: 10 }],
  })
  const { reversals, rest } = reversalOf(-170, [part(100, 2), part(50, 1)])
  expect(reversals.map(({ of, gross }) => [of.id, gross])).toEqual([
    [2, -100],
    [1, -50],
  ])
  expect(rest).toBe(-20)
})

test('A held agent is paid nothing, and all is carried', () => {
  expect(settled({ earned: 5000, isHeld: true })).toMatchObject({ paid: 0, carriedOut: 5000 })
})
