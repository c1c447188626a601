import { expect, test } from 'vitest'
import { TextFilter } from './page.ts'
import { visibleText } from './visible-text.ts'

test('text of a file and a pasted search lose the characters that no one sees, and keep every letter', () => {
  expect(visibleText('\u200bJosé Nú\u00adñez\u200e')).toBe('José Núñez')
  expect(TextFilter.parse('\ufeffZW\u200b1 ')).toBe('ZW1')
  expect(TextFilter.parse('\u200b')).toBeUndefined()
})
