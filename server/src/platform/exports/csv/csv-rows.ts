import type { AnnouncedRows } from '../announced-rows.ts'
import { copyCell } from '../export-copy.ts'
import type { ExportKind } from '../export-table.ts'
import { csvCell } from './csv-cell.ts'

const [tab, newline, carriageReturn, comma, dash, slash] = [0x09, 0x0a, 0x0d, 0x2c, 0x2d, 0x2f]

/** Classes of bytes that need special handling in CSV. */
const ends = 1
/** Makes the cell one to be looked at, wherever it stands, or where it stands first or last. */
const [odd, oddFirst, oddLast] = [2, 4, 8]

const signs = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === tab || byte === newline) return ends
  if (byte < 0x20 || '",\\'.includes(String.fromCharCode(byte))) return odd
  // Blanks are quoted at both ends, and some of them are beyond ASCII.
  if (byte === 0x20 || byte >= 0x80) return oddFirst | oddLast
  return '=+-@'.includes(String.fromCharCode(byte)) ? oddFirst : 0
})

/** Maximum CSV bytes per COPY byte: a quote alone in its cell becomes `"""",`. */
const maxGrowth = 5

/**
 * Turns whole rows of `COPY … TO STDOUT (format text)` into rows of csv, byte by byte: most cells go out as they came, and only
 * those that need it are made texts. A tenth of the time that cells of text take, with the same file (its test).
 */
export function csvRows(
  kinds: readonly ExportKind[],
  announced: AnnouncedRows,
): (rows: Buffer) => Uint8Array<ArrayBuffer> {
  let out = Buffer.alloc(0)
  return (rows) => {
    if (out.length < rows.length * maxGrowth) out = Buffer.alloc(rows.length * maxGrowth)
    let to = 0
    let at = 0
    let column = 0
    let count = 0
    while (at < rows.length) {
      const from = at
      const begun = to
      let seen = (signs[rows[at] ?? 0] ?? 0) & oddFirst
      let sign = signs[rows[at] ?? 0] ?? 0
      while ((sign & ends) === 0) {
        seen |= sign & odd
        out[to++] = rows[at++] ?? 0
        sign = signs[rows[at] ?? 0] ?? 0
      }
      if (at > from) seen |= (signs[rows[at - 1] ?? 0] ?? 0) & oddLast
      const kind = kinds[column] ?? 'text'
      if (seen !== 0 || (kind === 'date' && at > from && !turnDay(out, begun, to)))
        to = begun + out.write(csvCell(kind, copyCell(rows.toString('utf8', from, at))), begun)
      column++
      if (rows[at++] === tab) {
        out[to++] = comma
        continue
      }
      announced.cells(column)
      out[to++] = carriageReturn
      out[to++] = newline
      column = 0
      count++
    }
    announced.more(count)
    return Uint8Array.from(out.subarray(0, to))
  }
}

/** Rewrites 2026-01-31 as 01/31/2026 in place; false for other text. */
function turnDay(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== 10 || bytes[from + 4] !== dash || bytes[from + 7] !== dash) return false
  for (let at = 0; at < 10; at++) if (at !== 4 && at !== 7 && !isDigit(bytes[from + at])) return false
  const year = bytes.readUInt32BE(from)
  bytes.copyWithin(from, from + 5, to)
  bytes[from + 2] = slash
  bytes[from + 5] = slash
  bytes.writeUInt32BE(year, from + 6)
  return true
}

const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39
