import { expect, test } from 'vitest'
import { EdeAnswers, newPerson, type TypedPerson, type TypedSource } from './ede-answers.ts'
import { householdIncomeCents, uncountedIncomes } from './household-income.ts'

/** A parent with 40,000 a year and a second person with these incomes a year. */
function withSecond(relationship: TypedPerson['relationship'], ...incomes: [TypedSource['kind'], string][]) {
  const people = [
    newPerson([], { firstName: 'Ida', relationship: 'self' }),
    newPerson([{ id: '1' }], { firstName: 'Leo', relationship }),
  ]
  const sources = incomes.map(([kind, amount]) => ({ kind, amount, period: 'year' }))
  return EdeAnswers.parse({
    household: { people },
    income: {
      people: [
        { id: '1', has: 'yes', sources: [{ kind: 'job', amount: '40000', period: 'year' }] },
        { id: '2', has: 'yes', sources },
      ],
    },
  })
}
const dollars = (answers: EdeAnswers) => householdIncomeCents(answers) / 100

test('a job of a child counts only above the standard deduction, from which on the child must file', () => {
  expect(dollars(withSecond('child', ['job', '16100']))).toBe(40_000)
  expect(dollars(withSecond('child', ['job', '16100.01']))).toBe(56_100.01)
})

test('other income of a dependent counts above its own limit, and self-employment from 400 dollars on', () => {
  expect(dollars(withSecond('dependent', ['other', '1350']))).toBe(40_000)
  expect(dollars(withSecond('dependent', ['other', '1351']))).toBe(41_351)
  expect(dollars(withSecond('child', ['self-employment', '399']))).toBe(40_000)
  expect(dollars(withSecond('child', ['self-employment', '400']))).toBe(40_400)
})

test('job and other income of a child count together from the job and 450 dollars on', () => {
  expect(dollars(withSecond('child', ['job', '5000'], ['other', '450']))).toBe(40_000)
  expect(dollars(withSecond('child', ['job', '5000'], ['other', '451']))).toBe(45_451)
})

test('Social Security of a child does not count by itself, and counts with an income that must be declared', () => {
  expect(dollars(withSecond('child', ['social-security', '12000']))).toBe(40_000)
  expect(dollars(withSecond('child', ['social-security', '12000'], ['other', '2000']))).toBe(54_000)
})

test('deductions and the loss of a self-employed person lower the income of the household, at most to none', () => {
  const spouse = (...sources: [TypedSource['kind'], string][]) => dollars(withSecond('spouse', ...sources))
  expect(spouse(['job', '20000'], ['student-loan-interest', '2500'], ['other-deduction', '7000.50'])).toBe(50_499.5)
  expect(spouse(['alimony-paid', '12000'])).toBe(28_000)
  expect(spouse(['self-employment', '-15000'])).toBe(25_000)
  expect(spouse(['self-employment', '(50000)'])).toBe(0)
})

test('a loss or a deduction of a dependent counts only with an income from which on the dependent must file', () => {
  expect(dollars(withSecond('child', ['self-employment', '-5000']))).toBe(40_000)
  expect(dollars(withSecond('child', ['job', '900'], ['student-loan-interest', '900']))).toBe(40_000)
  expect(dollars(withSecond('child', ['job', '17000'], ['self-employment', '-1000']))).toBe(56_000)
})

test('the income of a spouse always counts, and who is left out is named', () => {
  expect(dollars(withSecond('spouse', ['job', '900']))).toBe(40_900)
  const named = (answers: EdeAnswers) => uncountedIncomes(answers).map(({ firstName }) => firstName)
  expect(named(withSecond('child', ['job', '900']))).toEqual(['Leo'])
  expect(named(withSecond('spouse', ['job', '900']))).toEqual([])
})
