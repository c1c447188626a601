import { expect, test } from 'vitest'
import { isPolicyLoadOverdue, isStatementOverdue } from './overdue-loads.ts'

test('a policy file is overdue on the 36th day after the last one', () => {
  expect(isPolicyLoadOverdue('2026-10-21', '2026-11-25')).toBe(false)
  expect(isPolicyLoadOverdue('2026-10-20', '2026-11-25')).toBe(true)
})

test('the statement of a month is overdue once the next month has ended, also across years', () => {
  expect(isStatementOverdue('2026-09-01', '2026-11-30')).toBe(false)
  expect(isStatementOverdue('2026-09-01', '2026-12-01')).toBe(true)
  expect(isStatementOverdue('2025-11-01', '2026-01-31')).toBe(false)
  expect(isStatementOverdue('2025-11-01', '2026-02-01')).toBe(true)
})
