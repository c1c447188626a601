import type { ExportBatch, ExportCell, ExportRow } from './export-table.ts'

const newline = 0x0a
const backslash = '\\'
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * Realigns bytes of `COPY … TO STDOUT (format text)` in UTF-8
 * (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS) to complete rows; passes other batches
 * through.
 */
export async function* wholeRows(batches: AsyncIterable<ExportBatch>): AsyncGenerator<Buffer | readonly ExportRow[]> {
  let begun: Buffer = Buffer.alloc(0)
  for await (const batch of batches) {
    if (!(batch instanceof Uint8Array)) {
      yield batch
      continue
    }
    const bytes = Buffer.concat([begun, batch])
    const end = bytes.lastIndexOf(newline) + 1
    begun = bytes.subarray(end)
    if (end > 0) yield bytes.subarray(0, end)
  }
  if (begun.length > 0) yield Buffer.concat([begun, Buffer.of(newline)])
}

/** Converts batches of either kind to rows of cells. */
export async function* rowBatches(batches: AsyncIterable<ExportBatch>): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of wholeRows(batches))
    yield rows instanceof Uint8Array
      ? rows
          .toString('utf8', 0, rows.length - 1)
          .split('\n')
          .map(copyRow)
      : rows
}

function copyRow(line: string): ExportRow {
  const cells = line.split('\t')
  return line.includes(backslash) ? cells.map(copyCell) : cells
}

/** Parses a cell in COPY text format. */
export function copyCell(cell: string): ExportCell {
  if (cell === '\\N') return null
  return cell.includes(backslash) ? cell.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign) : cell
}
