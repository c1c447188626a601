import type { Home } from '@coverdesk/domain/home/home-contract.ts'
import { expect, test } from 'vitest'
import { summaryOf } from './home-summary.ts'
import { monthInWords } from './month-in-words.ts'

const emptyDay: Home = {
  today: '2027-01-11',
  groups: [],
  approvals: null,
  alerts: null,
  loads: null,
  monthToClose: null,
  received: null,
}

test('an open month of pay is work that waits', () => {
  expect(summaryOf(emptyDay)).toBe('Nothing waits for you.')
  const monthToClose = { month: '2026-12-01', runId: null, missing: [] }
  expect(summaryOf({ ...emptyDay, monthToClose })).toBe('1 to do')
})

test('a month of another year has its year', () => {
  expect(monthInWords('2027-01-01', '2027-01-11')).toBe('January')
  expect(monthInWords('2026-12-01', '2027-01-11')).toBe('December 2026')
})
