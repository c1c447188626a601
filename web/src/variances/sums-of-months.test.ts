import { expect, test } from 'vitest'
import { sumsOfMonths } from './sums-of-months.ts'

const exact = { class: 'exact', expected: '40.00', received: '40.00', gap: '0.00' } as const
const missing = { class: 'missing', expected: '40.00', received: '0.00', gap: '-40.00' } as const
const notRated = { class: 'not rated', expected: null, received: '66.00', gap: null } as const
const notDue = { class: 'not due yet', expected: '40.00', received: '0.00', gap: '0.00' } as const

test('the sums of a policy compare only months that are due and rated', () => {
  expect(sumsOfMonths([exact, missing, notDue])).toEqual({ words: 'Due $80.00, received $40.00', gap: '-40.00' })
})

test('what was received for months without a row of the schedule is said apart, never as $0.00', () => {
  expect(sumsOfMonths([notRated, notRated])).toEqual({ words: 'Received $132.00, not compared', gap: '0.00' })
  expect(sumsOfMonths([exact, notRated])?.words).toBe('Due $40.00, received $40.00, $66.00 not compared')
})

test('money for months in which nothing was due is not compared with $0.00', () => {
  const notExpected = { class: 'not expected', expected: '0.00', received: '66.00', gap: '66.00' } as const
  expect(sumsOfMonths([notExpected])).toEqual({ words: 'Nothing due, received $66.00', gap: '66.00' })
})

test('months without anything due or received have no sums', () => {
  expect(sumsOfMonths([{ ...exact, expected: '0.00', received: '0.00' }])).toBeNull()
  expect(sumsOfMonths([notDue])).toBeNull()
  expect(sumsOfMonths([])).toBeNull()
})
