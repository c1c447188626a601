import type { ExportBatch, ExportCell, ExportRow } from './export-table.ts'

const newline = 0x0a
const backslash = '\\'
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * Reads batches of either shape into rows of cells. Bytes are `COPY … TO STDOUT (format text)` in UTF-8
 * (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS), cut anywhere:
 * a row that is not whole yet waits for the next batch.
 */
export async function* rowBatches(batches: AsyncIterable<ExportBatch>): AsyncGenerator<readonly ExportRow[]> {
  let begun: Buffer = Buffer.alloc(0)
  for await (const batch of batches) {
    if (!(batch instanceof Uint8Array)) {
      yield batch
      continue
    }
    const bytes = Buffer.concat([begun, batch])
    const end = bytes.lastIndexOf(newline)
    begun = bytes.subarray(end + 1)
    if (end >= 0) yield bytes.toString('utf8', 0, end).split('\n').map(copyRow)
  }
  if (begun.length > 0) yield [copyRow(begun.toString('utf8'))]
}

function copyRow(line: string): ExportRow {
  const cells = line.split('\t')
  return line.includes(backslash) ? cells.map(copyCell) : cells
}

function copyCell(cell: string): ExportCell {
  if (cell === '\\N') return null
  return cell.includes(backslash) ? cell.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign) : cell
}
