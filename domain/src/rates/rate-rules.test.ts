import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plusDays } from '../fields/day-count.ts'
import { NewRate } from './rate-contract.ts'
import { firstOverlap, overlapWords, planNewRate, rateDayProblems } from './rate-rules.ts'

const today = '2026-11-21'
const messages = (days: { startDate: string; endDate: string | null }, before?: typeof days) =>
  rateDayProblems(days, { today, before }).map(({ message }) => message)

test('RATE-08 a start before today is refused, today is accepted', () => {
  expect(messages({ startDate: '2026-11-20', endDate: null })).toEqual(["Start date can't be before 11/21/2026"])
  expect(messages({ startDate: today, endDate: null })).toEqual([])
})

test("RATE-07 an end on or before the start is refused with 'EndDate can't be before StartDate'", () => {
  for (const endDate of ['2026-11-21', '2026-11-20'])
    expect(messages({ startDate: today, endDate })).toEqual(["EndDate can't be before StartDate"])
  expect(messages({ startDate: today, endDate: '2026-11-22' })).toEqual([])
})

test('RATE-08 an old rate may keep its past start when edited, but not get another one', () => {
  const before = { startDate: '2026-01-01', endDate: null }
  expect(messages({ ...before, endDate: '2026-12-31' }, before)).toEqual([])
  expect(messages({ startDate: '2026-02-01', endDate: null }, before)).toHaveLength(1)
})

test('RATE-05 RATE-06 RATE-14 agent, carrier and start are required, the amount begins at 0.00 and has two places', () => {
  const problems = (given: unknown) => NewRate.safeParse(given).error?.issues.map(({ message }) => message)
  expect(problems({})).toEqual(['Agent is required', 'Carrier is required', 'Start date is required'])
  expect(problems({ agentId: '', carrierId: '', startDate: '' })).toHaveLength(3)
  const rate = { agentId: 1, carrierId: '2', startDate: today }
  expect(NewRate.parse(rate)).toEqual({ ...rate, carrierId: 2, rate1: '0.00', endDate: null })
  expect(NewRate.parse({ ...rate, rate1: 18.5, endDate: '' })).toMatchObject({ rate1: '18.50', endDate: null })
  for (const rate1 of ['-1', '1.234', 'much', '99999999999', -0.01, Number.NaN])
    expect(problems({ ...rate, rate1 }), String(rate1)).toHaveLength(1)
})

const day = fc.integer({ min: 0, max: 60 }).map((n) => plusDays('2028-02-01', n))
const span = fc
  .record({ startDate: day, endDate: fc.option(day) })
  .filter((s) => s.endDate === null || s.endDate >= s.startDate)

test('RATE-07 two rates overlap exactly when they share a day', () => {
  fc.assert(
    fc.property(span, span, (one, other) => {
      const holds = (s: typeof one, at: string) => s.startDate <= at && (s.endDate ?? '9999-12-31') >= at
      const days = Array.from({ length: 70 }, (_, n) => plusDays('2028-02-01', n))
      const shared = days.some((at) => holds(one, at) && holds(other, at))
      expect(firstOverlap([{ id: 1, ...one }], other) !== null).toBe(shared)
    }),
  )
})

test('a new rate ends an open earlier one on the day before, and changes no other rate', () => {
  const open = { id: 1, startDate: '2026-01-01', endDate: null }
  expect(planNewRate([open], { startDate: '2026-12-01', endDate: null })).toEqual({
    ends: { rate: open, on: '2026-11-30' },
    overlaps: null,
  })
  const closed = { ...open, endDate: '2026-12-31' }
  expect(planNewRate([closed], { startDate: '2026-12-01', endDate: null })).toEqual({ ends: null, overlaps: closed })
  const future = { id: 2, startDate: '2027-01-01', endDate: null }
  expect(planNewRate([closed, future], { startDate: '2026-12-31', endDate: null }).overlaps).toEqual(closed)
  expect(planNewRate([open], { startDate: '2026-01-01', endDate: null })).toEqual({ ends: null, overlaps: open })
})

test('RATE-07 RATE-08 A-049 unchanged dates are not validated again when another field changes', () => {
  const old = { startDate: '2026-05-01', endDate: '2026-04-01' }
  const wrongEnd = ["EndDate can't be before StartDate"]
  expect(messages(old, old)).toEqual([])
  expect(messages({ ...old, endDate: '2026-03-01' }, old)).toEqual(wrongEnd)
  expect(
    messages({ startDate: '2026-12-02', endDate: '2026-12-01' }, { startDate: '2026-12-01', endDate: '2026-12-01' }),
  ).toEqual(wrongEnd)
  expect(messages({ startDate: '2026-12-01', endDate: '2026-12-01' })).toEqual(wrongEnd)
  expect(messages({ startDate: '2026-12-01', endDate: '2026-12-02' })).toEqual([])
  expect(
    rateDayProblems({ startDate: '2026-11-20', endDate: '2026-11-19' }, { today }).map(({ path }) => path),
  ).toEqual(['startDate', 'endDate'])
})

test('A-050 the earliest overlapping rate is reported, never the edited rate itself', () => {
  const rate = (id: number, startDate: string, endDate: string | null) => ({ id, startDate, endDate })
  const rates = [
    rate(3, '2026-09-01', '2026-09-30'),
    rate(1, '2026-01-01', '2026-03-31'),
    rate(2, '2026-05-01', '2026-06-30'),
  ]
  const year = { startDate: '2026-01-15', endDate: '2026-12-31' }
  expect(firstOverlap(rates, year)?.id).toBe(1)
  expect(firstOverlap(rates.toReversed(), year)?.id).toBe(1)
  expect(firstOverlap(rates, year, 1)?.id).toBe(2)
  expect(firstOverlap(rates, { startDate: '2026-07-01', endDate: '2026-08-31' })).toBe(null)
  expect(overlapWords({ startDate: '2026-05-01' })).toBe('Overlaps the rate from 05/01/2026')
})
