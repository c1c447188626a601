import type { ExportCell, ExportColumn, ExportKind } from '../export-table.ts'
import { formulaStart, guardText, isDecimal, shownDay } from '../export-text.ts'

/** Places in the `cellXfs` table of `export-workbook.ts`. */
export const cellStyle = { header: 1, integer: 2, money: 3, date: 4, percent: 5, moment: 6 } as const

/** Excel's limit on one cell; a longer one makes it 'repair' the whole file. */
const maxTextLength = 32_767

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 cannot hold
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const needsCare = new RegExp(`[&<>_\\0-\\x1f\\ud800-\\udfff\\ufffe\\uffff]|^[${formulaStart}\\s]|\\s$`)
const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** 0 → 'A', 25 → 'Z', 26 → 'AA'. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** One cell of a column, as XML for the row numbered `row` (as text); nothing for null. Never a formula. */
export type SheetCell = (cell: ExportCell, row: string) => string

/** How the column at `index` writes its cells: typed numbers and dates, everything else as guarded inline text. */
export function sheetCell(column: ExportColumn, index: number): SheetCell {
  const open = `<c r="${columnName(index)}`
  const asText = (text: string, row: string) => `${open}${row}"${inlineText(text)}</c>`
  const { kind } = column
  if (kind === 'text') {
    return (cell, row) => (cell === null || cell === '' ? '' : asText(String(cell), row))
  }
  const style = `" s="${cellStyle[kind]}"><v>`
  return (cell, row) => {
    if (cell === null || cell === '') return ''
    const text = String(cell)
    const value = sheetNumber(kind, text)
    return value === null ? asText(shownDay(text) ?? text, row) : `${open}${row}${style}${value}</v></c>`
  }
}

/** The rest of an inline text cell after its address: type and text. */
export function inlineText(text: string): string {
  if (!needsCare.test(text) && text.length <= maxTextLength) return ` t="inlineStr"><is><t>${text}</t></is>`
  let safe = guardText(text, text.replace(illegal, '')).toWellFormed()
  if (safe.length > maxTextLength) safe = `${safe.slice(0, maxTextLength - 1).toWellFormed()}…`
  const space = /^\s|\s$|[\n\t]/.test(safe) ? ' xml:space="preserve"' : ''
  return ` t="inlineStr"><is><t${space}>${xmlText(safe)}</t></is>`
}

/** Text for an XML element; `_x0041_`, which spreadsheets would read as 'A' (ECMA-376 ST_Xstring), stays what it is. */
export function xmlText(text: string): string {
  return text
    .replace(illegal, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => markup[sign] ?? sign)
}

function sheetNumber(kind: Exclude<ExportKind, 'text'>, text: string): string | number | null {
  if (kind === 'date') return dateSerial(text)
  if (kind === 'moment') return momentSerial(text)
  if (!isDecimal(text)) return null
  return kind === 'percent' ? hundredth(text) : text
}

const serials = new Map<string, number | null>()
const manyDays = 50_000
const day = 86_400_000
const firstSerialDay = Date.UTC(1899, 11, 30)

/**
 * The day number a spreadsheet counts in: 1 March 1900 is 61 (earlier ones differ between Excel and the rest,
 * because Excel takes 1900 for a leap year). Null for earlier days and for what is no day.
 */
export function dateSerial(text: string): number | null {
  const known = serials.get(text)
  if (known !== undefined) return known
  const time = shownDay(text) === null ? Number.NaN : Date.parse(`${text}T00:00:00Z`)
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  const serial = real ? (time - firstSerialDay) / day : 0
  if (serials.size >= manyDays) serials.clear()
  serials.set(text, serial >= 61 ? serial : null)
  return serial >= 61 ? serial : null
}

/** Day number and share of the day of 'MM/DD/YYYY HH:MM:SS'; null for other text. */
export function momentSerial(text: string): number | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text)
  if (!parts) return null
  const [, month, date, year, hours, minutes, seconds] = parts
  const serial = dateSerial(`${year}-${month}-${date}`)
  return serial === null ? null : serial + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

/** '12.5' → '0.125', moved in the text so that no digit changes. */
function hundredth(text: string): string {
  const negative = text.startsWith('-')
  const [whole = '', rest = ''] = (negative ? text.slice(1) : text).split('.')
  const digits = whole.padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}${rest}`
}
