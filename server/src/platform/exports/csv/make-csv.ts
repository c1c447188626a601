import { announcedRows } from '../announced-rows.ts'
import { wholeRows } from '../export-copy.ts'
import type { ExportBatch, ExportHead, ExportRow } from '../export-table.ts'
import { csvCell, csvText } from './csv-cell.ts'
import { csvRows } from './csv-rows.ts'

const textEncoder = new TextEncoder()
/** Byte order mark: without it, Excel on Windows uses its own code page and garbles ñ and é. */
const byteOrderMark = '\ufeff'

/**
 * Comma-separated values after RFC 4180: CRLF, quotes doubled, UTF-8 with a byte order mark.
 * Numbers are plain ('-1234.50'), dates MM/DD/YYYY, text guarded against being run as a formula.
 */
export async function* makeCsv(
  head: ExportHead,
  batches: AsyncIterable<ExportBatch>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const kinds = head.columns.map((column) => column.kind)
  const announced = announcedRows(head)
  const ofBytes = csvRows(kinds, announced)
  yield textEncoder.encode(`${byteOrderMark}${head.columns.map((column) => csvText(column.label)).join(',')}\r\n`)
  for await (const rows of wholeRows(batches)) {
    if (rows instanceof Uint8Array) {
      yield ofBytes(rows)
      continue
    }
    for (const row of rows) announced.cells(row.length)
    announced.more(rows.length)
    yield textEncoder.encode(rows.map(csvRow).join(''))
  }
  announced.end()

  function csvRow(row: ExportRow): string {
    return `${row.map((cell, at) => csvCell(kinds[at] ?? 'text', cell)).join(',')}\r\n`
  }
}
