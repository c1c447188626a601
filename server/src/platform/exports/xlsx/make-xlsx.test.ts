import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportOf, madeRows, sheetRows, unzipped } from '../../../testing/test-export.ts'
import { exportAs } from '../export-as.ts'
import type { ExportColumn, ExportRow } from '../export-table.ts'
import { cellStyle, dateSerial, momentSerial } from './export-sheet.ts'

const columns: ExportColumn[] = [
  { label: 'Name & more', kind: 'text', width: 30 },
  { label: 'Premium', kind: 'money' },
  { label: 'Members', kind: 'integer' },
  { label: 'Effective', kind: 'date' },
  { label: 'Share', kind: 'percent' },
]
const nastyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠−﹦\u3000\t\r\n\0\x01\x1f<>&"\'_x0041ñ😀 \ufffe') }),
  fc.constantFrom(
    '=1+1',
    '＝1+1',
    '\u3000＠A1',
    '\x01=1',
    '\x01 ＝1',
    '<f>1</f>',
    ']]>',
    '_x0041_',
    '_X000d_',
    '&amp;',
  ),
)
const money = fc.tuple(fc.integer(), fc.nat(99)).map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`)
const row = fc.tuple(fc.option(nastyText), fc.option(money), fc.option(fc.integer()), fc.option(money))
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold is dropped
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

async function workbook(rows: readonly ExportRow[], over = {}) {
  return unzipped(await buffer(exportAs('xlsx', exportOf(columns, rows, over)).body))
}

test('P-40 an xlsx read again is the data that went in: no formula, text guarded, numbers typed', async () => {
  await fc.assert(
    // Each file is made by a thread of its own, which costs more than its rows: few files of many rows.
    fc.asyncProperty(fc.array(row, { maxLength: 60, size: 'max' }), async (rows) => {
      const sheet =
        (await workbook(rows.map(([a, b, c, d]) => [a, b, c, null, d]))).get('xl/worksheets/sheet1.xml') ?? ''
      expect(sheet).not.toMatch(/<f[ >]/)
      const [, ...read] = sheetRows(sheet)
      expect(read).toHaveLength(rows.length)
      for (const [at, [text, premium, members, share]] of rows.entries()) {
        const cells = read[at] ?? {}
        expect(cells.A?.value ?? '').toBe(guarded(text ?? ''))
        expect(cells.A?.value ?? '').not.toMatch(/^([\t\r\n]|\s*[=+\-@＝＋－＠−﹦])/)
        expect(cells.B).toEqual(
          premium === null ? undefined : { type: 'number', style: cellStyle.money, value: premium },
        )
        expect(cells.C).toEqual(
          members === null ? undefined : { type: 'number', style: cellStyle.integer, value: `${members}` },
        )
        if (share !== null) expect(Number(cells.E?.value)).toBeCloseTo(Number(share) / 100, 6)
      }
    }),
    { numRuns: 10, examples: [[[['⩵', null, null, null]]]] },
  )
})

function guarded(text: string): string {
  const clean = text.replace(illegal, '')
  return startsFormula(text) || startsFormula(clean) ? `'${clean}` : clean
}

/** Also by a compatibility form of a sign: U+2A75 is two equals signs. */
function startsFormula(text: string): boolean {
  const [first = ''] = text.replace(/^\s+/, '')
  return /^[\t\r\n\0]/.test(text) || /^[=+\-@\u2212]/.test(first.normalize('NFKC'))
}

test('CONST-07 dates are typed days shown as mm/dd/yyyy; what is no day of a spreadsheet stays text', async () => {
  const days = ['1900-03-01', '2026-02-28', '9999-12-31', '1899-12-31', '2026-02-31', 'infinity']
  const files = await workbook(days.map((day) => ['x', null, null, day, null]))
  const [, ...read] = sheetRows(files.get('xl/worksheets/sheet1.xml') ?? '')
  expect(read.map((cells) => cells.D?.value)).toEqual([
    '61',
    '46081',
    '2958465',
    '12/31/1899',
    '02/31/2026',
    'infinity',
  ])
  expect(read.map((cells) => cells.D?.type)).toEqual(['number', 'number', 'number', 'text', 'text', 'text'])
  expect(files.get('xl/styles.xml')).toContain('<numFmt numFmtId="164" formatCode="mm/dd/yyyy"/>')
  expect(dateSerial('2026-02-28')).toBe(46_081)
})

test('CONST-09 the sheet has a bold, frozen, filterable header, set widths and the title for a name', async () => {
  const title = "Policies [2026]: <all> of 'Ambetter', every one of them"
  const files = await workbook([['x', 'NaN', 1, null, null]], { title })
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<autoFilter ref="A1:E2"/>')
  expect(sheet).toContain('<col min="1" max="1" width="30" customWidth="1"/>')
  const [header, first] = sheetRows(sheet)
  expect(header?.A).toEqual({ type: 'text', style: cellStyle.header, value: 'Name & more' })
  expect(first?.B).toEqual({ type: 'text', style: 0, value: 'NaN' })
  expect(files.get('xl/workbook.xml')).toMatch(/<sheet name="Policies 2026 &lt;all&gt; of Ambetter" sheetId="1"/)
})

test('CONST-09 more rows than a sheet holds go on in a second one, with its header', async () => {
  const one: ExportColumn[] = [{ label: 'Number', kind: 'integer' }]
  const totalRows = 1_048_577
  const document = exportOf(one, [], { totalRows, rows: madeRows(totalRows, one) })
  const files = unzipped(await buffer(exportAs('xlsx', document).body))
  const first = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(first.slice(-200)).toContain('<row r="1048576">')
  expect(first).toContain('<autoFilter ref="A1:A1048576"/>')
  expect(sheetRows(files.get('xl/worksheets/sheet2.xml') ?? '').map((cells) => cells.A?.value)).toEqual([
    'Number',
    '75',
    '76',
  ])
  expect(files.get('xl/workbook.xml')).toContain('name="Policies 2"')
})

test('a moment is a typed day with its share of the day; other text stays text', () => {
  expect(momentSerial('02/28/2026 12:00:00')).toBe(46_081.5)
  expect(momentSerial('02/28/2026 18:00:00')).toBe(46_081.75)
  for (const text of ['02/30/2026 12:00:00', '2026-02-28 12:00:00', 'infinity']) expect(momentSerial(text)).toBeNull()
})
