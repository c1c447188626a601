import { expect, test } from 'vitest'
import { oneLine } from '../fields/one-line.ts'
import { TextFilter } from './page.ts'

test('a pasted name and a pasted search lose the characters that no one sees, and keep every letter', () => {
  expect(oneLine(20).parse('\u200bJosé\u00a0 Nú\u00adñez\u200e ')).toBe('José Núñez')
  expect(TextFilter.parse('\ufeffZW\u200b1 ')).toBe('ZW1')
  expect(TextFilter.parse('\u200b')).toBeUndefined()
})
