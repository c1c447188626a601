import type { ExportCell, ExportKind } from '../export-table.ts'
import { formulaStart, guardText, isDecimal, shownDay } from '../export-text.ts'

const needsQuotes = /[",\r\n]|^\s|\s$/
/** What is written otherwise than it stands, of whatever kind the cell is; most cells are not. */
const odd = new RegExp(`[",\\r\\n\\0]|^[${formulaStart}\\s]|\\s$`)

/** CSV cell (RFC 4180): plain numbers, dates as MM/DD/YYYY, text guarded against formulas. */
export function csvCell(kind: ExportKind, cell: ExportCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : cell
  if (kind === 'date') return shownDay(text) ?? csvText(text)
  if (!odd.test(text)) return text
  if (kind === 'text') return csvText(text)
  return isDecimal(text) ? text : csvText(text)
}

export function csvText(text: string): string {
  const guarded = guardText(text, text.includes('\0') ? text.replaceAll('\0', '') : text)
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
