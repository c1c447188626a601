import { expect, test } from 'vitest'
import { splitAtMatches } from './matches.ts'

const shown = (text: string, typed: string) =>
  splitAtMatches(text, typed)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test('what was typed is marked whatever case and accents, each word by itself', () => {
  expect(shown('José Álvarez', 'alva')).toBe('José [Álva]rez')
  expect(shown('José Álvarez', 'ALVAREZ jo')).toBe('[Jo]sé [Álvarez]')
  expect(shown('ana.vega@example.com', 'ana.v')).toBe('[ana.v]ega@example.com')
  expect(shown('Ana Vega', 'xyz')).toBe('Ana Vega')
  expect(shown('😀 Ana', 'an')).toBe('😀 [An]a')
})

test('a number is marked over the brackets and dashes that a phone is written with', () => {
  expect(shown('(407) 555-0188', '4075550')).toBe('([407) 555-0]188')
  expect(shown('(407) 555-0188', '+1 407 555 0188')).toBe('([407) 555-0188]')
  expect(shown('U90000123 · Ambetter', '90000')).toBe('U[90000]123 · Ambetter')
})
