import { expect, test } from 'vitest'
import { TextFilter } from '../platform/page.ts'
import { oneLine } from './one-line.ts'

test('a pasted name and a pasted search lose the characters that nobody sees, and keep every letter', () => {
  expect(oneLine(20).parse('\u200bJosé\u00a0 Nú\u00adñez\u200e ')).toBe('José Núñez')
  expect(TextFilter.parse('\ufeffZW\u200b1 ')).toBe('ZW1')
  expect(TextFilter.parse('\u200b')).toBeUndefined()
})
