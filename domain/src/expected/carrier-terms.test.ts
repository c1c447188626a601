import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarrierTerms, type DatedTerms, monthPaidBy, statementThatPays, termsIn } from './carrier-terms.ts'
import { firstDayOf, monthOfDay, showMonth } from './month-count.ts'

const at = (month: string) => monthOfDay(`${month}-01`)
const standard: CarrierTerms = { first: null, arrears: 0, newPeriod: 'year', tolerance: 0, graceDays: 31 }
const paid = (terms: DatedTerms, statements: readonly string[]) =>
  statements.map((statement) => showMonth(monthPaidBy(terms, at(statement))))
const due = (terms: DatedTerms, months: readonly string[]) =>
  months.map((month) => showMonth(statementThatPays(terms, at(month))))

test('11 where arrears become longer, two statements pay one month, which is due with the first of them', () => {
  const terms: DatedTerms = [standard, { ...standard, first: at('2026-04'), arrears: 1 }]
  expect(paid(terms, ['2026-03', '2026-04', '2026-05'])).toEqual(['03/2026', '03/2026', '04/2026'])
  expect(due(terms, ['2026-02', '2026-03', '2026-04'])).toEqual(['02/2026', '03/2026', '05/2026'])
})

test('11 where arrears become shorter, months that no statement pays by itself are due with the first that pays a later one', () => {
  const terms: DatedTerms = [
    { ...standard, arrears: 2 },
    { ...standard, first: at('2026-04'), arrears: 0 },
  ]
  expect(paid(terms, ['2026-03', '2026-04'])).toEqual(['01/2026', '04/2026'])
  expect(due(terms, ['2026-01', '2026-02', '2026-03', '2026-04'])).toEqual(['03/2026', '04/2026', '04/2026', '04/2026'])
})

test('8 a month is due with the first statement whose own month is it or later, for any terms', () => {
  const month = fc.integer({ min: at('2025-01'), max: at('2027-12') })
  const changes = fc.uniqueArray(fc.record({ first: month, arrears: fc.integer({ min: 0, max: 12 }) }), {
    maxLength: 4,
    selector: ({ first }) => first,
  })
  fc.assert(
    fc.property(changes, fc.integer({ min: 0, max: 12 }), month, (later, arrears, asked) => {
      const sorted = later.toSorted((one, other) => one.first - other.first)
      const terms: DatedTerms = [{ ...standard, arrears }, ...sorted.map((one) => ({ ...standard, ...one }))]
      const statement = statementThatPays(terms, asked)
      expect(monthPaidBy(terms, statement)).toBeGreaterThanOrEqual(asked)
      for (let before = asked - 24; before < statement; before++)
        expect(monthPaidBy(terms, before), firstDayOf(before)).toBeLessThan(asked)
    }),
  )
})

test('terms hold from their first month on, and the first ones from the beginning', () => {
  const terms: DatedTerms = [standard, { ...standard, first: at('2026-04'), tolerance: 500 }]
  expect(['2020-01', '2026-03', '2026-04', '2030-01'].map((month) => termsIn(terms, at(month)).tolerance)).toEqual([
    0, 0, 500, 500,
  ])
})
