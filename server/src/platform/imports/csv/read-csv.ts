import { fail } from '@coverdesk/domain/fail.ts'
import { maskNumbers } from '@coverdesk/domain/fields/mask-numbers.ts'
import { findHeadingRow, maxTitleRows } from '@coverdesk/domain/uploads/heading-row.ts'
import { totalWord } from '@coverdesk/domain/uploads/row-reader.ts'
import { UnreadableText } from '../import-encoding.ts'
import { BrokenCsv, CsvCells } from './csv-cells.ts'
import { cutRow, delimiterOf, type StartRow, startRows } from './csv-start.ts'
import { nameHeadings } from './name-headings.ts'

/** Maximum number of columns and length of the heading line; real files are far below. */
const maxColumns = 1_000
const maxHeadingLineLength = 256 * 1024
/** Length of the beginning in which the headings are looked for. */
const startLength = 32 * 1024

/** Row above the headings or note below the rows, which holds no record. */
export interface SkippedLine {
  line: number
  text: string
}

/** Row with more or fewer cells than the headings. */
export interface MisfitRow {
  cells: string[]
  line: number
  reason: string
  /** Only cells at its end are missing, and it is not the last line of a file that was cut off. */
  mayBePadded: boolean
}

/** Receives the rows of a file with their line numbers. */
export interface CsvRows {
  /** Whether a heading is that of a field. */
  isKnown: (heading: string) => boolean
  /** Line of the headings, if the user chose it. */
  headingLine: number | null
  /** The first lines of the file, to choose the heading line from, and the line chosen. */
  start: (rows: SkippedLine[], headingLine: number) => void
  heading: (headings: string[]) => void
  row: (cells: string[], line: number) => void
  /** A row with more or fewer cells than the headings; without it such a file is unreadable. */
  misfit?: (row: MisfitRow) => void
  note: (note: SkippedLine) => void
  /** Called after each chunk; applies backpressure. */
  drained: () => Promise<void>
}

/**
 * Reads CSV from the heading row on, with the delimiter of the first rows: comma, semicolon, tab or vertical bar. Skips
 * titles above the headings, blank lines, rows of empty cells and notes. Fails with `upload.unreadable`, with line and reason,
 * for anything else (P-55).
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
    if (error instanceof UnreadableText) reader.takeStart()
    if (error instanceof UnreadableText || error instanceof BrokenCsv) reader.refuse(error.message)
    throw error
  }
}

class CsvReader {
  readonly #rows: CsvRows
  /** Buffer until the heading row is found. */
  #begun = ''
  #cells: CsvCells | null = null
  #headings: string[] | null = null
  /** The cells of the heading row, which files with page breaks repeat. */
  #headingCells: readonly string[] = []
  /** Cells of the row above the headings, which may group them. */
  #above: readonly string[] = []
  /** Line of the next row. */
  #line = 1

  constructor(rows: CsvRows) {
    this.#rows = rows
  }

  take(piece: string, last: boolean): void {
    if (this.#cells) this.#cells.take(piece, last)
    else {
      this.#begun += piece
      if (this.#isStartComplete(last)) this.#begin(last)
    }
    if (last && !this.#headings) fail('upload.unreadable', { message: 'The file is empty' })
  }

  /** Reads what came before broken text, so that its line is known. */
  takeStart(): void {
    if (!this.#cells) this.#begin(false)
  }

  refuse(reason: string): never {
    return fail('upload.unreadable', {
      message: `Line ${this.#line}: ${reason}`,
      details: [{ line: this.#line, column: null, value: null, reason, key: null }],
    })
  }

  #isStartComplete(last: boolean): boolean {
    if (last) return true
    if (this.#begun.length < startLength) return false
    if (startRows(this.#begun, false).length > 0) return true
    if (this.#begun.length > maxHeadingLineLength) this.refuse('the heading line is too long')
    return false
  }

  /** Finds the headings; the text above them is not parsed. */
  #begin(last: boolean): void {
    const rows = startRows(this.#begun, last).filter(({ text }) => text.trim() !== '')
    const delimiter = delimiterOf(rows)
    const cut = rows.map(({ text }) => cutRow(text, delimiter))
    const filled = rows.filter((_, index) => (cut[index] ?? []).some((cell) => cell !== ''))
    const cells = cut.filter((row) => row.some((cell) => cell !== ''))
    const chosen = filled.findIndex(({ line }) => line === this.#rows.headingLine)
    const at = chosen >= 0 ? chosen : findHeadingRow(cells, this.#rows.isKnown)
    const start = filled[at]
    this.#above = cells[at - 1] ?? []
    if (start) {
      this.#line = start.line
      this.#rows.start(shownRows(filled, cells), start.line)
    }
    this.#cells = new CsvCells(delimiter, (cells, lines, isOpen) => this.#row(cells, lines, isOpen))
    const text = start ? this.#begun.slice(start.at) : this.#begun
    this.#begun = ''
    this.#cells.take(text, last)
  }

  #row(cells: string[], lines: number, isOpen: boolean): void {
    if (this.#headings) this.#record(cells, this.#headings.length, isOpen)
    else this.#heading(cells)
    this.#line += lines
  }

  #heading(cells: string[]): void {
    // In a file without headings, the first row is read as headings.
    const headings = withoutEmptyEnd(cells.map((cell) => maskNumbers(cell.trim().replace(/\s+/g, ' '))))
    if (headings.length === 0) return
    this.#headingCells = withoutEmptyEnd(cells)
    if (headings.length > maxColumns) this.refuse(`more than ${maxColumns} columns`)
    const long = headings.find((heading) => heading.length > 200)
    if (long) this.refuse(`the heading “${long.slice(0, 40)}…” is too long`)
    this.#headings = nameHeadings(
      headings,
      this.#above.map((cell) => maskNumbers(cell)),
      this.#rows.isKnown,
    )
    this.#rows.heading(this.#headings)
  }

  /** Drops empty cells without a heading: some carriers end every row with a delimiter. */
  #record(cells: string[], width: number, isOpen: boolean): void {
    if (cells[0] === this.#headingCells[0] && this.#repeatsHeadings(cells)) {
      this.#rows.note({ line: this.#line, text: display(cells) })
      return
    }
    if (cells.length === width && cells[0] !== '' && cells[1] !== '') {
      this.#rows.row(cells, this.#line)
      return
    }
    const filled = withoutEmptyEnd(cells)
    if (filled.length === 0) return
    const isShort = cells.length < width
    if (filled.length > width) this.#misfit(filled, `${filled.length} cells instead of ${width}`, false)
    else if (width > 2 && isNote(filled)) this.#rows.note({ line: this.#line, text: display(filled) })
    else if (isShort && !filled.some((cell) => totalWord.test(cell.trim())))
      this.#misfit(cells, `${cells.length} cells instead of ${width}`, !isOpen)
    else this.#rows.row(isShort ? [...cells, ...Array<string>(width - cells.length).fill('')] : cells, this.#line)
  }

  #repeatsHeadings(cells: readonly string[]): boolean {
    const filled = withoutEmptyEnd([...cells])
    return (
      filled.length === this.#headingCells.length && filled.every((cell, index) => cell === this.#headingCells[index])
    )
  }

  #misfit(cells: string[], reason: string, mayBePadded: boolean): void {
    if (!this.#rows.misfit) this.refuse(reason)
    this.#rows.misfit({ cells, line: this.#line, reason, mayBePadded })
  }
}

/** A sentence in one cell of a row: 'Report generated on 11/02/2026', 'Confidential – do not share'. */
function isNote(filled: readonly string[]): boolean {
  const [only = '', ...others] = filled.filter((cell) => cell.trim() !== '')
  return others.length === 0 && /\S\s+\S/.test(only.trim()) && !totalWord.test(only.trim())
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

const maxShownRows = 12

function shownRows(rows: readonly StartRow[], cells: readonly string[][]): SkippedLine[] {
  return rows
    .slice(0, Math.min(maxShownRows, maxTitleRows))
    .map(({ line }, index) => ({ line, text: display(cells[index] ?? []) }))
}

/** The filled cells of a row, with personal numbers masked. */
function display(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell.trim() !== '')
    .map((cell) => maskNumbers(cell.trim().replace(/\s+/g, ' ')))
    .join(', ')
    .slice(0, 160)
}
