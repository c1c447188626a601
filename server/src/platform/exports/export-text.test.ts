import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv/csv-cell.ts'
import { guardText } from './export-text.ts'
import { inlineText } from './xlsx/export-sheet.ts'

/** Every character that Unicode reads as a formula's first one, found without the guard's own list. */
function lookalikes(): string[] {
  const found: string[] = ['\u2212']
  for (let code = 0; code < 0x110000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    if (/^[=+\-@\u2212]/.test(character.normalize('NFKC'))) found.push(character)
  }
  return found
}

const blanks = fc.string({ unit: fc.constantFrom(' ', '\u00a0', '\u3000', '\ufeff', '\t', '\r', '\n'), maxLength: 3 })

test('P-40 a text that begins like a formula, in any of Unicode\u2019s forms and behind any white space, is guarded in CSV and XLSX', () => {
  const starts = lookalikes()
  expect(starts.length).toBeGreaterThan(20)
  for (const start of starts) expect(guardText(`${start}1+1`), `U+${start.codePointAt(0)?.toString(16)}`).toMatch(/^'/)
  fc.assert(
    fc.property(blanks, fc.constantFrom(...starts), fc.string(), (blank, start, rest) => {
      const text = `${blank}${start}${rest}`
      expect(csvText(text)).toMatch(/^"?'/)
      expect(inlineText(text)).toMatch(/<t[^>]*>'/)
    }),
  )
})

test('P-40 other text stays as it is', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}(#*—–“¿][\p{L}\p{N} =+@-]*$/u)
  fc.assert(
    fc.property(word, (text) => {
      fc.pre(!/^[\s=+\-@\u2212]/.test(text.normalize('NFKC')))
      expect(guardText(text)).toBe(text)
    }),
  )
})
