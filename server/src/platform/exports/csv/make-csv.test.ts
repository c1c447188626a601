import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportOf, inBatches } from '../../../testing/test-export.ts'
import { announcedRows } from '../announced-rows.ts'
import { exportAs } from '../export-as.ts'
import type { ExportColumn, ExportRow } from '../export-table.ts'
import { csvCell } from './csv-cell.ts'
import { csvRows } from './csv-rows.ts'

const columns: ExportColumn[] = [
  { label: 'Name', kind: 'text' },
  { label: 'Premium', kind: 'money' },
  { label: 'Members', kind: 'integer' },
  { label: 'Effective', kind: 'date' },
  { label: 'Share', kind: 'percent' },
]
const nastyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠−﹦\u3000\t\r\n\0",;|\'ñé😀 a1') }),
  fc.constantFrom(
    '=1+1',
    '@SUM(A1)',
    '-2+3',
    '+1',
    '＝1+1',
    ' ＠SUM(A1)',
    '\u3000＝1',
    "'",
    '',
    ' ',
    '\\N',
    '\\',
    'a\\tb',
  ),
)
const money = fc
  .tuple(fc.bigInt(-(10n ** 14n), 10n ** 14n), fc.nat(99))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
const day = fc
  .date({ min: new Date('1900-03-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const row = fc.tuple(fc.option(nastyText), fc.option(money), fc.option(fc.integer()), fc.option(day), fc.option(money))

test('P-40 CONST-07 a csv read again is the data that went in, text guarded and numbers plain', async () => {
  await fc.assert(
    // Each file is made by a thread of its own, which costs more than its rows: few files of many rows.
    fc.asyncProperty(fc.array(row, { maxLength: 60, size: 'max' }), async (rows) => {
      const file = await buffer(exportAs('csv', exportOf(columns, rows)).body)
      expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      const read: string[][] = parse(file, { bom: true, record_delimiter: '\r\n', relax_quotes: false })
      expect(read[0]).toEqual(columns.map((column) => column.label))
      expect(read.slice(1)).toEqual(rows.map(asRead))
      for (const [text = ''] of read.slice(1)) expect(text).not.toMatch(triggers)
    }),
    { numRuns: 10 },
  )
})

/** Every character that is one of = + - @ or the minus sign, itself or in its compatibility form: also a subscript minus. */
const signs = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
  .filter((sign) => /^[=+\-@\u2212]/.test(sign.normalize('NFKC')))
  .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('')
const triggers = new RegExp(`^(?:[\\t\\r\\n]|\\s*[${signs}])`)
const triggersOrNull = new RegExp(`^(?:[\\t\\r\\n\\0]|\\s*[${signs}])`)
const guarded = (pattern: RegExp) => new RegExp(`^(?=${pattern.source.slice(1)})`)

function asRead([text, premium, members, effective, share]: ExportRow): string[] {
  const [year, month, date] = String(effective ?? '').split('-')
  return [
    String(text ?? '')
      .replace(guarded(triggersOrNull), "'")
      .replaceAll('\0', '')
      .replace(guarded(triggers), "'"),
    String(premium ?? ''),
    String(members ?? ''),
    effective === null ? '' : `${month}/${date}/${year}`,
    String(share ?? ''),
  ]
}

test('P-40 rows as COPY bytes, cut anywhere, give the same file as rows as arrays', async () => {
  const rows: ExportRow[] = [
    ['Núñez, María', '-12.50', '3', '2026-01-31', null],
    ['tab\there\nand \\N \b\f\v\r', null, null, null, '12.5'],
    ['', '0.00', '0', '1999-12-31', '0'],
  ]
  const copied = rows.map((cells) => cells.map(asCopied).join('\t')).join('\n')
  const expected = await buffer(exportAs('csv', exportOf(columns, rows)).body)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(copied.length), { maxLength: 6 }), fc.boolean(), async (cuts, ended) => {
      const bytes = Buffer.from(ended ? `${copied}\n` : copied)
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const pieces = edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge))
      const file = exportAs('csv', exportOf(columns, rows, { rows: inBatches(pieces) }))
      expect(await buffer(file.body)).toEqual(expected)
    }),
    { numRuns: 8 },
  )
})

test('P-40 rows as COPY bytes give the same file as rows as arrays, for any cell text', () => {
  const oddDay = fc.constantFrom('infinity', '0044-03-15 BC', '10000-01-01', '2026-1-31', '=2026-01-3')
  const edge = fc.constantFrom('\u00a0', '\ufeff', '\u2028', 'é', 'a\u00a0', '\x01', '\x7f', '-12.50', "'")
  // PostgreSQL has no U+0000 in a text, and nothing that is not well-formed.
  const copied = fc.oneof(nastyText, edge).map((text) => text.replaceAll('\0', '').toWellFormed())
  const anyRow = fc.tuple(
    fc.option(copied),
    fc.option(fc.oneof(money, copied)),
    fc.option(fc.integer()),
    fc.option(fc.oneof(day, oddDay, copied)),
    fc.option(money),
  )
  const ofBytes = csvRows(
    columns.map(({ kind }) => kind),
    announcedRows({ ...exportOf(columns, []), totalRows: Number.POSITIVE_INFINITY }),
  )
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
      const bytes = Buffer.from(rows.map((cells) => `${cells.map(asCopied).join('\t')}\n`).join(''))
      const expected = rows.map(
        (cells) => `${cells.map((cell, at) => csvCell(columns[at]?.kind ?? 'text', cell)).join()}\r\n`,
      )
      expect(Buffer.from(ofBytes(bytes)).toString()).toBe(expected.join(''))
    }),
    { numRuns: 500 },
  )
})

test('P-40 a row of COPY bytes with another number of cells breaks the file off', async () => {
  const bytes = Buffer.from('a\tb\n')
  await expect(
    buffer(exportAs('csv', exportOf(columns, [], { totalRows: 1, rows: inBatches([bytes]) })).body),
  ).rejects.toThrow('a row of 2 cells')
})

const copyEscapes: Record<string, string> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
}

function asCopied(cell: string | number | null): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters COPY escapes
  return cell === null ? '\\N' : String(cell).replace(/[\x08-\x0d\\]/g, (sign) => copyEscapes[sign] ?? sign)
}
