import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition, safeFileName } from './export-file.ts'

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '../../etc/passwd',
    'a\0b',
    'x\r\nSet-Cookie: a=b',
    '\u202efdp.exe',
    '..',
    'CON',
    'nul.txt',
    '"; x="',
    '%00',
    '\ud800',
  ),
)

test('P-53 any title gives one safe file name', () => {
  fc.assert(
    fc.property(nasty, (title) => {
      const name = safeFileName(title, 'csv')
      expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|.][^\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]*\.csv$/u)
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d) *\./i)
      expect(name.length).toBeLessThan(260)
    }),
    { numRuns: 2_000 },
  )
})

test('P-53 the Content-Disposition is one line of ASCII and round-trips the name', () => {
  fc.assert(
    fc.property(nasty, (title) => {
      const name = safeFileName(title, 'xlsx')
      const header = contentDisposition(name)
      const parts = /^attachment; filename="([ !#-[\]-~]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(header)
      expect(parts, header).not.toBeNull()
      expect(decodeURIComponent(parts?.[2] ?? '')).toBe(name)
    }),
    { numRuns: 2_000 },
  )
})

test('P-53 an ordinary title stays readable, for old clients too', () => {
  expect(contentDisposition(safeFileName('Pólizas de María: 2026/03', 'pdf'))).toBe(
    `attachment; filename="Polizas de Maria 2026 03.pdf"; filename*=UTF-8''P%C3%B3lizas%20de%20Mar%C3%ADa%202026%2003.pdf`,
  )
})
