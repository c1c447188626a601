import { fail } from '@coverdesk/domain/failures.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { headingKey } from '@coverdesk/domain/uploads/heading-match.ts'
import { BrokenCsv, CsvCells } from './csv-cells.ts'
import { UnreadableText } from './import-encoding.ts'

/** Maximum number of columns and length of the heading line; real files are far below. */
const maxColumns = 1_000
const maxHeadingLineLength = 256 * 1024

/** Receives the rows of a file with their line numbers. */
export interface CsvRows {
  heading: (headings: string[]) => void
  row: (cells: string[], line: number) => void
  /** Called after each chunk; applies backpressure. */
  drained: () => Promise<void>
}

/**
 * Reads strict CSV with the delimiter of the heading line: comma, semicolon or tab. Skips blank lines and rows of empty
 * cells. Fails with `upload.unreadable`, with line and reason, for anything else (P-55).
 */
export async function readCsv(pieces: AsyncIterable<string>, rows: CsvRows): Promise<void> {
  const reader = new CsvReader(rows)
  try {
    for await (const piece of pieces) {
      reader.take(piece, false)
      await rows.drained()
    }
    reader.take('', true)
    await rows.drained()
  } catch (error) {
    if (error instanceof UnreadableText || error instanceof BrokenCsv) reader.refuse(error.message)
    throw error
  }
}

class CsvReader {
  readonly #rows: CsvRows
  /** Buffer until the heading line is complete. */
  #begun = ''
  #cells: CsvCells | null = null
  #headings: string[] | null = null
  /** Line of the next row. */
  #line = 1

  constructor(rows: CsvRows) {
    this.#rows = rows
  }

  take(piece: string, last: boolean): void {
    if (this.#cells) this.#cells.take(piece, last)
    else {
      this.#begun += piece
      if (!last && !/\S[^\n\r]*[\n\r]/.test(this.#begun)) {
        if (this.#begun.length > maxHeadingLineLength) this.refuse('the heading line is too long')
        return
      }
      this.#cells = new CsvCells(delimiterOf(this.#begun), (cells, lines) => this.#row(cells, lines))
      this.#cells.take(this.#begun, last)
      this.#begun = ''
    }
    if (last && !this.#headings) fail('upload.unreadable', { message: 'The file is empty' })
  }

  refuse(reason: string): never {
    return fail('upload.unreadable', {
      message: `Line ${this.#line}: ${reason}`,
      details: [{ line: this.#line, column: null, value: null, reason, key: null }],
    })
  }

  #row(cells: string[], lines: number): void {
    if (this.#headings) this.#record(cells, this.#headings.length)
    else this.#heading(cells)
    this.#line += lines
  }

  #heading(cells: string[]): void {
    // In a file without headings, the first row is read as headings.
    const headings = withoutEmptyEnd(cells.map((cell) => maskNumbers(cell.trim().replace(/\s+/g, ' '))))
    if (headings.length === 0) return
    if (headings.length > maxColumns) this.refuse(`more than ${maxColumns} columns`)
    const empty = headings.indexOf('')
    if (empty >= 0) this.refuse(`column ${empty + 1} has no heading`)
    const long = headings.find((heading) => heading.length > 200)
    if (long) this.refuse(`the heading “${long.slice(0, 40)}…” is too long`)
    const keys = headings.map(headingKey)
    const doubled = headings.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
    if (doubled) this.refuse(`the heading “${doubled}” stands twice`)
    this.#headings = headings
    this.#rows.heading(headings)
  }

  /** Drops empty cells without a heading: some carriers end every row with a delimiter. */
  #record(cells: string[], width: number): void {
    if (cells.length === width) {
      if (cells[0] !== '' || cells.some((cell) => cell.trim() !== '')) this.#rows.row(cells, this.#line)
      return
    }
    const filled = withoutEmptyEnd(cells)
    if (filled.length === 0) return
    if (filled.length > width) this.refuse(`${filled.length} cells instead of ${width}`)
    if (cells.length < width) this.refuse(`${cells.length} cells instead of ${width}`)
    this.#rows.row(cells, this.#line)
  }
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

/** Most frequent of comma, semicolon and tab outside quotes in the first line; comma by default. */
function delimiterOf(begun: string): string {
  const line =
    begun
      .trimStart()
      .replace(/"[^"]*"/g, '')
      .split(/[\n\r]/, 1)[0] ?? ''
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
