import { fail } from '@coverdesk/domain/fail.ts'
import { visibleText } from '@coverdesk/domain/platform/visible-text.ts'
import { maxTitleRows } from '@coverdesk/domain/uploads/heading-row.ts'
import type { ReadAs } from '@coverdesk/domain/uploads/upload-contract.ts'
import { unzipSync } from 'fflate'
import { textOf } from '../import-encoding.ts'
import { type CellFormat, readSharedStrings, readSheet, readStyles, readWorkbook } from './read-sheet.ts'

/** All sheets unpacked, with what the workbook says of them; a file of terms is far below. */
const maxUnpackedBytes = 64 * 1024 ** 2

const zipMagic = '504b0304'
/** An old .xls, or a workbook with a password. */
const oleMagic = 'd0cf11e0'

/**
 * Text of a file that is CSV or a workbook. Of a workbook, the visible sheet with the most known headings as CSV with a line for each
 * of its rows: dates as YYYY-MM-DD, percentages with their sign. `chosen` receives the sheet's name, if there are several, and the
 * number of its hidden rows, which are read. Fails with `upload.unreadable`.
 */
export async function* workbookOrText(
  chunks: AsyncIterable<Uint8Array>,
  isKnown: (heading: string) => boolean,
  chosen: (sheet: Pick<ReadAs, 'sheet' | 'hiddenRows'>) => void,
): AsyncGenerator<string> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  const start = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
  const magic = start.toString('hex', 0, 4)
  async function* all() {
    if (!first.done) yield first.value
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  if (magic === oleMagic)
    fail('upload.unreadable', { message: 'Save the workbook as .xlsx, without a password, and choose it again' })
  if (magic !== zipMagic) return yield* textOf(all())
  const pieces: Uint8Array[] = []
  for await (const piece of all()) pieces.push(piece)
  const { name, count, rows, hidden } = sheetsOf(Buffer.concat(pieces), isKnown)
  chosen({ sheet: count > 1 ? name : null, hiddenRows: hidden })
  yield* csvOf(rows)
}

/** Sheets among which the one with the records is looked for. */
const maxSheets = 20

interface ChosenSheet {
  name: string
  /** By their numbers from 1. */
  rows: Map<number, string[]>
  hidden: number
  /** Sheets of the workbook that are not hidden. */
  count: number
}

/** The sheet with the records: a cover or a list of words may be before it. */
function sheetsOf(file: Uint8Array, isKnown: (heading: string) => boolean): ChosenSheet {
  const unpack = unpacker(file)
  const parts = unpack((name) => aboutSheets.test(name))
  const text = (name: string, from = parts) => {
    const part = from[name]
    return part && new TextDecoder().decode(part)
  }
  const workbook = text('xl/workbook.xml') ?? fail('upload.unreadable', { message: 'The workbook has no sheet' })
  const { sheets, date1904 } = readWorkbook(workbook, text('xl/_rels/workbook.xml.rels') ?? '')
  const formats: CellFormat[] = readStyles(text('xl/styles.xml') ?? '')
  const strings = readSharedStrings(text('xl/sharedStrings.xml') ?? '')
  let best: (ChosenSheet & { known: number }) | undefined
  // One at a time, so that only two are in memory.
  for (const { name, path } of sheets.slice(0, maxSheets)) {
    const sheet = text(
      path,
      unpack((part) => part === path),
    )
    if (sheet === undefined) continue
    const { rows, hidden } = readSheet(sheet, { strings, formats, date1904 })
    const known = knownIn(rows, isKnown)
    if (!best || known > best.known) best = { name, rows, hidden, known, count: sheets.length }
  }
  return best ?? fail('upload.unreadable', { message: 'The workbook has no sheet' })
}

/** Most known headings in one of the first rows. */
function knownIn(rows: ReadonlyMap<number, readonly string[]>, isKnown: (heading: string) => boolean): number {
  const first = [...rows.values()].slice(0, maxTitleRows)
  // Cells that a sheet does not have are holes of their row.
  return Math.max(0, ...first.map((cells) => Object.values(cells).filter((cell) => isKnown(cell.trim())).length))
}

/** Parts that say which sheet to read and how. */
const aboutSheets = /^xl\/(?:workbook|styles|sharedStrings|_rels\/workbook).*(?:xml|rels)$/

/** Unpacks the wanted parts of a file; all calls together at most `maxUnpackedBytes`. */
function unpacker(file: Uint8Array): (isWanted: (name: string) => boolean) => Record<string, Uint8Array> {
  let bytes = 0
  return (isWanted) => {
    try {
      return unzipSync(file, {
        filter: ({ name, originalSize }) => {
          if (!isWanted(name)) return false
          bytes += originalSize
          if (bytes > maxUnpackedBytes) fail('request.too_large', { message: 'The workbook is too large' })
          return true
        },
      })
    } catch (error) {
      if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error
      return fail('upload.unreadable', { message: 'The workbook is damaged. Save it again and choose it' })
    }
  }
}

/** One line per row of the sheet, also for empty ones, so that line numbers are those of the sheet. */
function* csvOf(rows: ReadonlyMap<number, readonly string[]>): Generator<string> {
  let [last, width] = [0, 0]
  for (const [row, { length }] of rows) [last, width] = [Math.max(last, row), Math.max(width, length)]
  for (let row = 1; row <= last; row++) {
    const cells = rows.get(row) ?? []
    yield `${Array.from({ length: width }, (_, column) => quoted(visibleText(cells[column] ?? ''))).join(',')}\n`
  }
}

const quoted = (cell: string) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
