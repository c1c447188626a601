import { expect, test } from 'vitest'
import type { Operation } from '../users/operation.ts'
import { maxWritePause } from './max-write-pause.ts'

const lead = (until: number, outcome: Operation['outcome'] = 'acknowledged'): Operation => ({
  at: until - 10,
  until,
  user: 0,
  status: 200,
  attempts: 1,
  refusedOnRepeat: false,
  outcome,
  kind: 'create',
  entity: 'lead',
  marker: `M${until}`,
})

test('the longest time without an acknowledged write counts where it touches the span', () => {
  const log = [lead(1_000), lead(9_000), lead(2_000), lead(5_000, 'unknown'), lead(9_500)]
  expect(maxWritePause(log, { from: 0, to: 10_000 })).toBe(7_000)
  expect(maxWritePause(log, { from: 8_000, to: 10_000 })).toBe(7_000)
  expect(maxWritePause(log, { from: 9_100, to: 10_000 })).toBe(500)
  expect(maxWritePause(log, { from: 0, to: 1_500 })).toBe(1_000)
  expect(maxWritePause([], { from: 0, to: 10_000 })).toBe(10_000)
})
