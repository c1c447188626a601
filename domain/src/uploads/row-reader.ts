import type { HeadingUse } from './carrier-profile.ts'
import type { FileField, FileShape } from './file-shape.ts'
import { maskCell, mayHoldPersonalNumber } from './mask-cell.ts'
import type { RowProblem } from './upload-contract.ts'
import { complaint, type ReadingRules, type ValueReader, valueReader } from './value-readers.ts'

/** Maximum length of a refused value that is stored and shown. */
const shownLength = 200

/** Reads the rows of one file. */
export interface RowReader {
  /** Staging table columns of a valid row, in the order of its values. */
  columns: readonly string[]
  /** Values of a row as stored, '' for none; null if the row has a problem. */
  read: (cells: readonly string[]) => string[] | null
  /** Whether it is a total row, for kinds of files that may have them. */
  isTotal: (cells: readonly string[]) => boolean
  /** All problems of a row for which `read` returned null. */
  problems: (cells: readonly string[], line: number) => RowProblem[]
}

const personalKey = 'Looks like a social security or card number, which no record may be known by'

/** 'Total', 'Grand Total:', 'Sub-total for …', 'TOTALS'. */
const totalWord = /^(grand|sub|statement)?[\s-]*totals?\b/i

interface Cell {
  index: number
  heading: string
  field: FileField
  read: ValueReader
  /** Text of a cell, with personal numbers masked if it may hold one (P-61). */
  textOf: (cell: string) => string
  isKey: boolean
}

/** Creates the row reader of a file. Resolves headings up front, so that rows need no lookups by name. */
export function openRowReader(shape: FileShape, uses: readonly HeadingUse[], rules: ReadingRules): RowReader {
  const cells: Cell[] = uses.flatMap(({ heading, field: name }, index) => {
    const field = shape.fields.find((other) => other.name === name)
    if (!field) return []
    const textOf = mayHoldPersonalNumber(heading, field)
      ? (cell: string) => maskCell(cleaned(cell), heading, field)
      : cleaned
    return [{ index, heading, field, read: valueReader(field, rules), textOf, isKey: field.name === shape.key }]
  })
  const places = new Map(cells.map((cell, place) => [cell.field.name, place]))
  const derived = shape.derived
    .filter(({ field, from }) => !places.has(field) && from.some((name) => places.has(name)))
    .map(({ field, from, value }) => ({
      column: shape.fields.find((other) => other.name === field)?.column ?? field,
      value,
      from: from.map((name) => places.get(name) ?? -1),
    }))
  const keyCell = cells[places.get(shape.key) ?? -1]

  const read = (row: readonly string[]) => {
    const values: string[] = []
    for (const cell of cells) {
      const text = cell.textOf(row[cell.index] ?? '')
      const value = text === '' ? '' : cell.read(text)
      if (value === undefined || (value === '' && cell.field.required)) return null
      if (cell.isKey && isMasked(row[cell.index] ?? '', text)) return null
      values.push(value)
    }
    for (const { from, value } of derived)
      values.push(
        value(
          from.map((place) => values[place] ?? ''),
          rules.month,
        ),
      )
    return values
  }

  const problems = (row: readonly string[], line: number) => {
    const key = keyCell ? keyCell.read(keyCell.textOf(row[keyCell.index] ?? '')) || null : null
    return cells.flatMap(({ index, heading, field, read: readCell, textOf, isKey }): RowProblem[] => {
      const text = textOf(row[index] ?? '')
      const value = text === '' ? '' : readCell(text)
      const isNumber = isKey && isMasked(row[index] ?? '', text)
      if (value !== undefined && (value !== '' || !field.required) && !isNumber) return []
      const reason = isNumber ? personalKey : value === '' ? 'Required, empty' : complaint(field, text)
      const shown = maskCell(text, heading, field).slice(0, shownLength)
      return [{ line, column: heading, value: text === '' ? null : shown, reason, key }]
    })
  }

  const isTotal = (row: readonly string[]) =>
    shape.hasTotals === true &&
    (keyCell === undefined ||
      cleaned(row[keyCell.index] ?? '') === '' ||
      totalWord.test(cleaned(row[keyCell.index] ?? ''))) &&
    row.some((cell) => totalWord.test(cleaned(cell)))

  return {
    columns: [...cells.map(({ field }) => field.column), ...derived.map(({ column }) => column)],
    read,
    isTotal,
    problems,
  }
}

/** Two masked numbers may be equal, so a masked value cannot identify a record. */
function isMasked(cell: string, text: string): boolean {
  return text !== '' && text !== cleaned(cell)
}

/** Trims spaces and the apostrophe with which spreadsheets mark text. */
function cleaned(cell: string): string {
  const text = cell.trim()
  return text.charCodeAt(0) === 39 ? text.slice(1).trim() : text
}
