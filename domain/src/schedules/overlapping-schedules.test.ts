import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOfMonth } from '../fields/month-text.ts'
import { stateNames } from '../fields/us-state.ts'
import { OverlappingSchedules } from './overlapping-schedules.ts'
import { type ComparedSchedule, schedulesOverlap } from './schedules-overlap.ts'

type Row = ComparedSchedule & { carrierId: number }

const month = fc.constantFrom('11/2025', '12/2025', '01/2026', '02/2026')
const day = fc.constantFrom('2025-12-01', '2026-01-01', '2026-02-01')
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const anyRow: fc.Arbitrary<Row> = fc.record({
  carrierId: fc.constantFrom(1, 2),
  states: fc.subarray(['FL', 'TX', 'GA'], { maxLength: 2 }),
  scope: fc.constantFrom('all', 'plan'),
  scopeValue: fc.constantFrom('', 'Silver 4', 'SILVER 4'),
  business: fc.constantFrom('new', 'renewal', 'both'),
  firstMonth: month,
  lastMonth: orNull(month),
  cohortFrom: orNull(day),
  cohortTo: orNull(day),
  membersFrom: orNull(fc.nat(3)),
  membersTo: orNull(fc.nat(3)),
})

/** As the form and the table require. */
const isInOrder = ({ firstMonth, lastMonth, cohortFrom, cohortTo, membersFrom, membersTo }: Row) =>
  (lastMonth === null || firstOfMonth(firstMonth) <= firstOfMonth(lastMonth)) &&
  (cohortFrom === null || cohortTo === null || cohortFrom <= cohortTo) &&
  (membersFrom === null || membersTo === null || membersFrom <= membersTo)

test('Among many rows, one that overlaps is found exactly when comparing each with each finds one', () => {
  fc.assert(
    fc.property(fc.array(anyRow.filter(isInOrder), { maxLength: 12 }), anyRow.filter(isInOrder), (rows, asked) => {
      const overlaps = (one: Row, other: Row) => one.carrierId === other.carrierId && schedulesOverlap(one, other)
      const apart: Row[] = []
      for (const row of rows) if (!apart.some((other) => overlaps(row, other))) apart.push(row)
      const found = new OverlappingSchedules(apart).find(asked)
      expect(found !== undefined).toBe(apart.some((row) => overlaps(asked, row)))
      expect(found === undefined || overlaps(asked, found)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  [
    'of all plans, which differ in state and members',
    (at: number) => ({
      states: [Object.keys(stateNames)[at % 50] ?? ''],
      membersFrom: Math.floor(at / 50),
      membersTo: Math.floor(at / 50),
    }),
  ],
  ['of a plan each', (at: number) => ({ scope: 'plan' as const, scopeValue: `Plan ${at}` })],
  [
    'that follow one another',
    (at: number) => {
      const only = `${String((at % 12) + 1).padStart(2, '0')}/${2000 + Math.floor(at / 12)}`
      return { states: ['FL', 'TX'], firstMonth: only, lastMonth: only }
    },
  ],
])('10,000 rows %s are compared in seconds', (_, more) => {
  const began = performance.now()
  const known = new OverlappingSchedules<Row>()
  for (let at = 0; at < 10_000; at++) {
    const row: Row = {
      carrierId: 1,
      states: ['FL'],
      scope: 'all',
      scopeValue: '',
      business: 'both',
      firstMonth: '01/2026',
      lastMonth: '12/2026',
      cohortFrom: null,
      cohortTo: null,
      membersFrom: null,
      membersTo: null,
      ...more(at),
    }
    expect(known.find(row)).toBeUndefined()
    known.add(row)
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})
