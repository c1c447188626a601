import { fail } from '@coverdesk/domain/fail.ts'
import { SaxesParser } from 'saxes'

/** How a number is shown, as far as its meaning depends on it. */
export type CellFormat = 'number' | 'date' | 'percent'

interface SheetParts {
  strings: readonly string[]
  formats: readonly CellFormat[]
  date1904: boolean
}

/** Rows that a sheet may have; files of terms are far below. */
const maxRows = 200_000
/** One more than a file may have (read-csv.ts), so that a wider sheet is refused there and no column is left out in silence. */
const maxColumns = 1_001

/** Programs write formulas and leave it to a spreadsheet to compute them; what it would show is no value of any field. */
const uncomputed = '#CALC!'

type Attributes = Readonly<Record<string, string>>

/** Walks XML; names come without their namespace. */
function walk(
  xml: string,
  on: {
    open?: (name: string, attributes: Attributes) => void
    text?: (text: string) => void
    close?: (name: string) => void
  },
): void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () =>
    fail('upload.unreadable', { message: 'The workbook is damaged. Save it again and choose it' }),
  )
  parser.on('opentag', ({ name, attributes }) => on.open?.(local(name), attributes))
  parser.on('text', (text) => on.text?.(text))
  parser.on('closetag', ({ name }) => on.close?.(local(name)))
  if (xml !== '') parser.write(xml).close()
}

/** Paths of the visible sheets in their order, and where their dates begin. */
export function readWorkbook(
  workbook: string,
  relations: string,
): { sheets: { name: string; path: string }[]; date1904: boolean } {
  let date1904 = false
  const named: { id: string; name: string }[] = []
  walk(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      const id = name === 'sheet' && (attributes.state ?? 'visible') === 'visible' ? attributes['r:id'] : undefined
      if (id !== undefined) named.push({ id, name: attributes.name ?? '' })
    },
  })
  const targets = new Map<string, string>()
  walk(relations, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) targets.set(Id, Target)
    },
  })
  const found = named.flatMap(({ id, name }) => {
    const target = targets.get(id)
    return target === undefined ? [] : { name, target }
  })
  const sheets = (found.length > 0 ? found : [{ name: '', target: 'worksheets/sheet1.xml' }]).map(
    ({ name, target }) => ({
      name,
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    }),
  )
  return { sheets, date1904 }
}

/** Shared strings by index; of rich text the text, without phonetic readings. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let inText = false
  let inReading = false
  walk(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 't') inText = true
      if (name === 'rPh') inReading = true
    },
    text: (part) => {
      if (inText && !inReading) text += part
    },
    close: (name) => {
      if (name === 't') inText = false
      if (name === 'rPh') inReading = false
      if (name === 'si') strings.push(text)
    },
  })
  return strings
}

/** Built-in formats of dates (ECMA-376 part 1, 18.8.30), and of percentages. */
const isDateId = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const percentIds = [9, 10]

/** Formats of cells by their style. */
export function readStyles(xml: string): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let inCells = false
  walk(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(formatOf(Number(attributes.numFmtId ?? 0), codes))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

function formatOf(id: number, codes: ReadonlyMap<number, string>): CellFormat {
  const code = codes.get(id)
  if (code === undefined) return isDateId(id) ? 'date' : percentIds.includes(id) ? 'percent' : 'number'
  // Quoted text, escaped signs, colors and locales say nothing about the number.
  const plain = code.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '').toLowerCase()
  if (plain.includes('%')) return 'percent'
  return /[dy]|mmm/.test(plain) ? 'date' : 'number'
}

/** Cells of a sheet as text, by the numbers of their rows from 1, and how many of these rows are hidden. */
export function readSheet(xml: string, parts: SheetParts): { rows: Map<number, string[]>; hidden: number } {
  const rows = new Map<number, string[]>()
  const hidden = new Set<number>()
  let row = 0
  let column = -1
  let cell: { type: string; format: CellFormat } = { type: 'n', format: 'number' }
  let value = ''
  let inValue = false
  /** A formula whose value the workbook does not have. */
  let isUncomputed = false
  walk(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r)
        column = -1
        if (['1', 'true'].includes(attributes.hidden ?? '')) hidden.add(row)
        if (row > maxRows) fail('upload.unreadable', { message: `The sheet has more than ${maxRows} rows` })
      }
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        cell = { type: attributes.t ?? 'n', format: parts.formats[Number(attributes.s ?? 0)] ?? 'number' }
        value = ''
        isUncomputed = false
      }
      if (name === 'f') isUncomputed = true
      if (name === 'v' || name === 't') {
        inValue = true
        isUncomputed = false
      }
    },
    text: (part) => {
      if (inValue) value += part
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false
      if (name !== 'c' || (value === '' && !isUncomputed) || column >= maxColumns) return
      const cells = rows.get(row) ?? []
      cells[column] = isUncomputed ? uncomputed : textOfCell(value, cell, parts).replace(/\s*[\r\n]+\s*/g, ' ')
      rows.set(row, cells)
    },
  })
  return { rows, hidden: [...hidden].filter((row) => rows.has(row)).length }
}

/** 'C7' → 2. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function textOfCell(value: string, { type, format }: { type: string; format: CellFormat }, parts: SheetParts): string {
  if (type === 's') return parts.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  if (type === 'd') return value.slice(0, 10)
  if (type !== 'n') return value
  const figure = Number(value)
  if (!Number.isFinite(figure)) return value
  if (format === 'date') return dayOf(figure, parts.date1904)
  if (format === 'percent') return `${shortest(figure * 100)} %`
  return shortest(figure)
}

/** Spreadsheets compute with 15 digits; 19.989999999999998 is 19.99. */
const shortest = (figure: number) => {
  const text = String(Number(figure.toPrecision(15)))
  return text.includes('e') ? figure.toFixed(0) : text
}

/** Day count → YYYY-MM-DD (ECMA-376 part 1, 18.17.4.1). */
function dayOf(serial: number, date1904: boolean): string {
  const start = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const day = new Date(start + Math.floor(serial) * 86_400_000)
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, 10)
}
