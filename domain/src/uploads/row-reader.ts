import type { HeadingUse } from './carrier-profile.ts'
import type { FileField, FileShape } from './file-shape.ts'
import type { RowProblem } from './upload-contract.ts'
import { complaint, type ReadingRules, type ValueReader, valueReader } from './value-readers.ts'

/** Longest piece of a refused value that is kept and shown. */
const shownLength = 200

/** Reads the rows of one file, whose headings are understood. */
export interface RowReader {
  /** Columns of the staging table that a good row fills, in the order of its values. */
  columns: readonly string[]
  /** The row's values as stored, '' for none; null when the row has a problem. */
  read: (cells: readonly string[]) => string[] | null
  /** True of a row of sums, where files of this kind may hold them. */
  isTotal: (cells: readonly string[]) => boolean
  /** Every problem of a row for which `read` answered null. */
  problems: (cells: readonly string[], line: number) => RowProblem[]
}

/** 'Total', 'Grand Total:', 'Sub-total for …', 'TOTALS'. */
const totalWord = /^(grand|sub|statement)?[\s-]*totals?\b/i

interface Cell {
  index: number
  heading: string
  field: FileField
  read: ValueReader
}

/** Builds the reader of a file from its headings' uses; a row is read without looking anything up by name. */
export function openRowReader(shape: FileShape, uses: readonly HeadingUse[], rules: ReadingRules): RowReader {
  const cells: Cell[] = uses.flatMap(({ heading, field: name }, index) => {
    const field = shape.fields.find((other) => other.name === name)
    return field ? [{ index, heading, field, read: valueReader(field, rules) }] : []
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
      const text = cleaned(row[cell.index] ?? '')
      const value = text === '' ? '' : cell.read(text)
      if (value === undefined || (value === '' && cell.field.required)) return null
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
    const key = keyCell ? keyCell.read(cleaned(row[keyCell.index] ?? '')) || null : null
    return cells.flatMap(({ index, heading, field, read: readCell }): RowProblem[] => {
      const text = cleaned(row[index] ?? '')
      const value = text === '' ? '' : readCell(text)
      if (value !== undefined && (value !== '' || !field.required)) return []
      const reason = value === '' ? 'Required, empty' : complaint(field, text)
      return [{ line, column: heading, value: text === '' ? null : text.slice(0, shownLength), reason, key }]
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

/** Without blanks around it and without the apostrophe by which spreadsheets mark text. */
function cleaned(cell: string): string {
  const text = cell.trim()
  return text.charCodeAt(0) === 39 ? text.slice(1).trim() : text
}
