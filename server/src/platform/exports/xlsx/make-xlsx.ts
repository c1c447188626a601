import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportHead, ExportRow } from '../export-table.ts'
import { sheetCell } from './export-sheet.ts'
import { sheetEnd, sheetStart, workbookParts } from './export-workbook.ts'

/** A sheet has 1,048,576 rows, of which the header takes one. */
const rowsPerSheet = 1_048_575
/** Sheet XML repeats itself so much that more effort buys a fifth less file for twice the time. */
const compressionLevel = 1
const chunkCharacters = 128 * 1024

/**
 * Streams sheet XML into a zip with constant memory. The header is bold, frozen and filterable; rows above a sheet's limit
 * continue in a second one.
 */
export async function* makeXlsx(
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const bytes = zip.outputStream.pipe(new PassThrough())
  const breakOff = (error: Error) => bytes.destroy(error)
  zip.on('error', breakOff)
  const options = { mtime: head.generatedAt, compressionLevel }
  const sheets = Math.max(1, Math.ceil(head.totalRows / rowsPerSheet))
  for (const { path, xml } of workbookParts(head, sheets)) zip.addBuffer(Buffer.from(xml), path, options)
  const take = rowSupply(batches)
  for (let number = 1; number <= sheets; number++) {
    const rows = number === sheets ? Number.POSITIVE_INFINITY : rowsPerSheet
    const sheet = Readable.from(sheetXml(head, take, number, rows), { objectMode: false })
    sheet.on('error', breakOff)
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`, options)
  }
  zip.end()
  yield* bytes
}

/** Returns at most this many rows, at least one; null at the end. */
type TakeRows = (most: number) => Promise<readonly ExportRow[] | null>

function rowSupply(batches: AsyncIterable<readonly ExportRow[]>): TakeRows {
  const iterator = batches[Symbol.asyncIterator]()
  let pending: readonly ExportRow[] = []
  return async (most) => {
    while (pending.length === 0) {
      const next = await iterator.next()
      if (next.done) return null
      pending = next.value
    }
    const batch = pending.length <= most ? pending : pending.slice(0, most)
    pending = pending.slice(batch.length)
    return batch
  }
}

async function* sheetXml(head: ExportHead, take: TakeRows, number: number, most: number): AsyncGenerator<Buffer> {
  const cells = head.columns.map(sheetCell)
  let lastRow = 1
  let text = sheetStart(head.columns, number === 1)
  for (let rows = await take(most); rows !== null; rows = lastRow > most ? null : await take(most + 1 - lastRow)) {
    for (const row of rows) {
      const name = String(++lastRow)
      text += `<row r="${name}">`
      for (let at = 0; at < cells.length; at++) text += cells[at]?.(row[at] ?? null, name) ?? ''
      text += '</row>'
      if (text.length < chunkCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text + sheetEnd(head.columns, lastRow))
}
