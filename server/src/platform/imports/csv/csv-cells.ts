/** Maximum row length in characters; real rows are far shorter. */
const maxRowLength = 1_000_000

/** Invalid CSV, with the line offset from the start of the row. */
export class BrokenCsv extends Error {}

/**
 * Cuts text into rows of cells by RFC 4180: LF, CRLF or CR end a row, quotes are doubled inside quotes. In a cell that does not
 * begin with one, a quote is a character like any other (Ana "Annie" Boyd, ="0012"). Text comes in pieces cut anywhere. A row
 * without quotes, the common case, is one `split`, which reads six times as fast as csv-parse and knows the line of every row;
 * csv-parse is the oracle of its tests.
 */
export class CsvCells {
  readonly #delimiter: string
  readonly #row: (cells: string[], lines: number, isOpen: boolean) => void
  #text = ''
  #at = 0
  /** Next positions of special characters, cached until passed; Infinity for none. */
  #quote = -1
  #lf = -1
  #cr = -1

  /**
   * `row` receives each row, its number of lines, and whether the text ends without a line break after it. A blank line is a
   * row with one empty cell.
   */
  constructor(delimiter: string, row: (cells: string[], lines: number, isOpen: boolean) => void) {
    this.#delimiter = delimiter
    this.#row = row
  }

  /** Parses the next chunk. Throws BrokenCsv at an invalid row, after emitting the rows before it. */
  take(piece: string, last: boolean): void {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + piece : piece
    this.#at = 0
    this.#quote = this.#lf = this.#cr = -1
    while (this.#at < this.#text.length && this.#next(last));
    if (this.#text.length - this.#at > maxRowLength)
      throw new BrokenCsv(`a row is longer than ${maxRowLength.toLocaleString('en-US')} characters`)
  }

  /** Parses one row; false when the chunk ends first. */
  #next(last: boolean): boolean {
    const start = this.#at
    const end = this.#rowEnd(start)
    this.#quote = this.#passed(this.#quote, start, '"')
    if (this.#quote < end) return this.#quotedRow(start, last)
    const next = this.#behind(end, last)
    if (next === null) return false
    this.#at = next
    const { length } = this.#text
    this.#row(this.#text.slice(start, Math.min(end, length)).split(this.#delimiter), 1, end >= length)
    return true
  }

  #quotedRow(start: number, last: boolean): boolean {
    const text = this.#text
    const cells: string[] = []
    let at = start
    while (true) {
      const quoted = text[at] === '"'
      const end = quoted ? this.#quotedEnd(at, last) : this.#plainEnd(at)
      if (end === null) return false
      cells.push(quoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end))
      if (text[end] === this.#delimiter) {
        at = end + 1
        continue
      }
      const next = this.#behind(end, last)
      if (next === null) return false
      if (end < text.length && text[end] !== '\n' && text[end] !== '\r')
        throw new BrokenCsv('a quoted cell goes on behind its closing quote')
      this.#at = next
      this.#row(cells, 1 + breaksIn(text, start, end), end >= text.length)
      return true
    }
  }

  /** Position after the closing quote of the cell that opens at `at`; null when more text is needed. */
  #quotedEnd(at: number, last: boolean): number | null {
    let close = this.#text.indexOf('"', at + 1)
    while (close >= 0 && this.#text[close + 1] === '"') close = this.#text.indexOf('"', close + 2)
    if (close < 0 && last) throw new BrokenCsv('a quote is opened and never closed')
    if (close < 0 || (close + 1 === this.#text.length && !last)) return null
    return close + 1
  }

  #plainEnd(at: number): number {
    const delimiter = this.#text.indexOf(this.#delimiter, at)
    return Math.min(delimiter < 0 ? this.#text.length : delimiter, this.#rowEnd(at), this.#text.length)
  }

  /** Start of the next row when this one ends at `end`; null when more text is needed. */
  #behind(end: number, last: boolean): number | null {
    const { length } = this.#text
    if (end >= length) return last ? length : null
    if (this.#text[end] !== '\r') return end + 1
    if (end + 1 === length && !last) return null
    return this.#text[end + 1] === '\n' ? end + 2 : end + 1
  }

  #rowEnd(from: number): number {
    this.#lf = this.#passed(this.#lf, from, '\n')
    this.#cr = this.#passed(this.#cr, from, '\r')
    return Math.min(this.#lf, this.#cr)
  }

  #passed(known: number, from: number, sign: string): number {
    if (known >= from) return known
    const found = this.#text.indexOf(sign, from)
    return found < 0 ? Number.POSITIVE_INFINITY : found
  }
}

function breaksIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0
}
