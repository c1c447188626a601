import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { CsvError, type InfoRecord, Parser } from 'csv-parse'
import { UnreadableText } from './import-encoding.ts'

/** Most columns that a file may have, and longest row in bytes; real files stay far below both. */
const mostColumns = 1_000
const longestRow = 1_000_000
/** As much of the beginning as the heading line may take. */
const longestHeading = 256 * 1024

/** Takes a file's rows as they are read, each with the line of the file on which it begins. */
export interface CsvRows {
  heading: (headings: string[]) => void
  row: (cells: string[], line: number) => void
  /** Asked after each piece of the file: waits until what became of its rows was taken. */
  drained: () => Promise<void>
}

/** csv-parse holds back the last few bytes to look ahead; behind these it has taken every whole line. */
const lookAhead = Buffer.from('x'.repeat(16))

/**
 * Reads strict CSV: delimiter comma, semicolon or tab as the heading line has it, LF, CRLF or CR, quotes with quotes
 * doubled, line breaks inside quotes. Blank lines and rows of empty cells are passed over.
 * Fails with `upload.unreadable` and line and reason for everything that is no table (P-55).
 */
export async function readCsv(chunks: AsyncIterable<Buffer>, rows: CsvRows): Promise<void> {
  const reader = new CsvReader(rows)
  try {
    for await (const chunk of chunks) {
      await reader.write(chunk)
      await rows.drained()
    }
    await reader.end()
    await rows.drained()
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    await reader.write(lookAhead)
    reader.refuse(error.message)
  }
}

class CsvReader {
  readonly #rows: CsvRows
  #begun: Buffer | null = Buffer.alloc(0)
  #parser: Parser | null = null
  #headings: string[] | null = null
  /** Line on which the next row begins. */
  #line = 1
  #counted = { lines: 0, empty: 0 }

  constructor(rows: CsvRows) {
    this.#rows = rows
  }

  async write(chunk: Buffer): Promise<void> {
    if (this.#parser) return await this.#push(this.#parser, chunk)
    const begun = Buffer.concat([this.#begun ?? Buffer.alloc(0), chunk])
    if (!hasHeadingLine(begun)) {
      if (begun.length > longestHeading) this.refuse('the heading line is too long')
      this.#begun = begun
      return
    }
    await this.#start(begun)
  }

  async end(): Promise<void> {
    if (!this.#parser) await this.#start(this.#begun ?? Buffer.alloc(0))
    const parser = this.#parser
    if (parser)
      await new Promise<void>((done, broken) => parser.on('error', broken).on('end', done).end()).catch((error) =>
        this.#explain(error),
      )
    if (!this.#headings) fail('upload.unreadable', { message: 'The file is empty' })
  }

  refuse(reason: string): never {
    return fail('upload.unreadable', {
      message: `Line ${this.#line}: ${reason}`,
      details: [{ line: this.#line, column: null, value: null, reason, key: null }],
    })
  }

  async #start(begun: Buffer): Promise<void> {
    this.#begun = null
    this.#parser = new Parser({
      delimiter: delimiterOf(begun),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: longestRow,
      on_record: (cells: string[], info: InfoRecord) => {
        this.#take(cells, info)
        return null
      },
    })
    this.#parser.on('error', () => undefined).resume()
    await this.#push(this.#parser, begun)
  }

  async #push(parser: Parser, chunk: Buffer): Promise<void> {
    await new Promise<void>((done, broken) => {
      parser.write(chunk, (error) => (error ? broken(error) : done()))
    }).catch((error) => this.#explain(error))
  }

  /** csv-parse counts a CRLF inside quotes twice, so a row that spans lines is counted here. */
  #take(cells: string[], info: InfoRecord): void {
    const blank = info.empty_lines - this.#counted.empty
    const spans = info.lines - this.#counted.lines - blank > 1
    this.#counted = { lines: info.lines, empty: info.empty_lines }
    this.#line += blank
    if (this.#headings) this.#row(cells, this.#headings.length)
    else this.#heading(cells)
    this.#line += 1 + (spans ? breaksIn(cells) : 0)
  }

  #heading(cells: string[]): void {
    const headings = withoutEmptyEnd(cells.map((cell) => cell.trim().replace(/\s+/g, ' ')))
    if (headings.length > mostColumns) this.refuse(`more than ${mostColumns} columns`)
    const empty = headings.indexOf('')
    if (empty >= 0) this.refuse(`column ${empty + 1} has no heading`)
    const long = headings.find((heading) => heading.length > 200)
    if (long) this.refuse(`the heading “${long.slice(0, 40)}…” is too long`)
    const keys = headings.map((heading) => heading.toLowerCase().replace(/[\s_-]+/g, ''))
    const doubled = headings.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
    if (doubled) this.refuse(`the heading “${doubled}” stands twice`)
    if (headings.length === 0) return
    this.#headings = headings
    this.#rows.heading(headings)
  }

  #row(cells: string[], width: number): void {
    if (cells.length === width) {
      if (cells[0] !== '' || cells.some((cell) => cell.trim() !== '')) this.#rows.row(cells, this.#line)
      return
    }
    const filled = withoutEmptyEnd(cells)
    if (filled.length === 0) return
    if (cells.length < width || filled.length > width)
      this.refuse(`${filled.length > width ? filled.length : cells.length} cells instead of ${width}`)
    this.#rows.row(cells, this.#line)
  }

  #explain(error: unknown): never {
    if (error instanceof Failure || !(error instanceof CsvError)) throw error
    this.#line += Math.max(0, (typeof error.empty_lines === 'number' ? error.empty_lines : 0) - this.#counted.empty)
    return this.refuse(reasons[error.code] ?? 'this is not a table')
  }
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on behind its closing quote',
  INVALID_OPENING_QUOTE: 'a quote stands inside a cell that is not quoted',
  CSV_MAX_RECORD_SIZE: `a row is longer than ${longestRow.toLocaleString('en-US')} bytes`,
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

/** True when the first line that is not blank has ended. */
function hasHeadingLine(begun: Buffer): boolean {
  return /\S[^\n\r]*[\n\r]/.test(begun.toString('latin1'))
}

/** The most frequent of comma, semicolon and tab outside quotes in the first line; a comma when none is there. */
function delimiterOf(begun: Buffer): string {
  const line =
    begun
      .toString('latin1')
      .trimStart()
      .replace(/"[^"]*"/g, '')
      .split(/[\n\r]/, 1)[0] ?? ''
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}
