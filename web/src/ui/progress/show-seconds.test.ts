import { expect, test } from 'vitest'
import { showSeconds } from './show-seconds.ts'

test('times are shown as people say them', () => {
  expect([0.01, 0.94, 41.2, 120, 125].map(showSeconds)).toEqual(['< 0.1 s', '0.9 s', '41 s', '2 min', '2 min 5 s'])
})
