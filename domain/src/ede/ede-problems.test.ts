import { expect, test } from 'vitest'
import { EdeAnswers, newPerson, type TypedSource } from './ede-answers.ts'
import { stepProblems } from './ede-problems.ts'

/** Fields of the income step that are refused. */
function refused(kind: TypedSource['kind'], amount: string) {
  const answers = EdeAnswers.parse({
    household: { people: [newPerson([], { firstName: 'Ida', relationship: 'self' })] },
    income: { people: [{ id: '1', has: 'yes', sources: [{ kind, amount, period: 'year' }] }] },
  })
  return stepProblems('income', answers, '2026-12-01').map(({ path }) => path)
}

test('only the income of a self-employed person may be a loss, and deductions are typed without a minus', () => {
  const amount = ['people.0.sources.0.amount']
  expect(refused('self-employment', '-5,000.00')).toEqual([])
  expect(refused('self-employment', '(5,000)')).toEqual([])
  expect(refused('job', '-5000')).toEqual(amount)
  expect(refused('student-loan-interest', '2500')).toEqual([])
  expect(refused('student-loan-interest', '-2500')).toEqual(amount)
  expect(refused('self-employment', 'loss')).toEqual(amount)
})

test('a household deducts at most 2,500 dollars of student loan interest a year, all persons together', () => {
  const people = [
    newPerson([], { firstName: 'Ida', relationship: 'self' }),
    newPerson([{ id: '1' }], { firstName: 'Leo', relationship: 'spouse' }),
  ]
  const interest = (amount: string, period: string) => ({ kind: 'student-loan-interest', amount, period })
  const refusedOf = (first: ReturnType<typeof interest>, second: ReturnType<typeof interest>) =>
    stepProblems(
      'income',
      EdeAnswers.parse({
        household: { people },
        income: {
          people: [
            { id: '1', has: 'yes', sources: [first] },
            { id: '2', has: 'yes', sources: [second] },
          ],
        },
      }),
      '2026-12-01',
    )
  expect(refusedOf(interest('100', 'month'), interest('1,300', 'year'))).toEqual([])
  expect(refusedOf(interest('100', 'month'), interest('1,300.01', 'year'))).toEqual([
    { path: 'people.1.sources.0.amount', problem: 'studentLoan' },
  ])
})
