import { expect, test } from 'vitest'
import { mayLackOlder } from './newest-entries.ts'

test('a timeline says that older entries may be missing once a kind has as many as are read', () => {
  expect(mayLackOlder('call', 49)).toBe(false)
  expect(mayLackOlder('call', 50)).toBe(true)
  expect(mayLackOlder('policy', 100)).toBe(true)
  expect(mayLackOlder('note', 1_000)).toBe(false)
})
