import type { ExportCell, ExportColumn, ExportHead, ExportKind, ExportRow } from './export-table.ts'
import { guardText, isDecimal, shownDay } from './export-text.ts'

const textEncoder = new TextEncoder()
/** Without it Excel on Windows reads the file in its own code page and spoils ñ and é; our own import skips it. */
const byteOrderMark = '\ufeff'
const needsQuotes = /[",\r\n]|^\s|\s$/
/** What is written otherwise than it stands, of whatever kind the cell is; most cells are not. */
const odd = /[",\r\n\0]|^[=+\-@\s]|\s$/

/**
 * Comma-separated values after RFC 4180: CRLF, quotes doubled, UTF-8 with a byte order mark.
 * Numbers are plain ('-1234.50'), dates MM/DD/YYYY, text guarded against being run as a formula.
 */
export async function* makeCsv(
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const kinds = head.columns.map((column: ExportColumn) => column.kind)
  yield textEncoder.encode(`${byteOrderMark}${head.columns.map((column) => csvText(column.label)).join(',')}\r\n`)
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) {
      for (let at = 0; at < kinds.length; at++) {
        text += (at === 0 ? '' : ',') + csvCell(kinds[at] ?? 'text', row[at] ?? null)
      }
      text += '\r\n'
    }
    yield textEncoder.encode(text)
  }
}

function csvCell(kind: ExportKind, cell: ExportCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : cell
  if (kind === 'date') return shownDay(text) ?? csvText(text)
  if (!odd.test(text)) return text
  if (kind === 'text') return csvText(text)
  return isDecimal(text) ? text : csvText(text)
}

function csvText(text: string): string {
  const guarded = guardText(text, text.includes('\0') ? text.replaceAll('\0', '') : text)
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
