import type { HeadingUse } from './carrier-profile.ts'
import { fieldWords } from './field-words.ts'
import { type FileField, type FileShape, type KeylessWay, keylessWay, lacksAll } from './file-shape.ts'
import { maskCell, mayHoldPersonalNumber } from './mask-cell.ts'
import { splitMark } from './reading/file-amount.ts'
import type { RowProblem } from './upload-contract.ts'
import { complaint, type ReadingRules, type ValueReader, valueReader } from './value-readers.ts'

/** Maximum length of a refused value that is stored and shown. */
const shownLength = 200

/** Staging column with the columns whose values were left out, as an array of PostgreSQL. */
export const leftOutColumn = 'left_out'

/** Reads the rows of one file. */
export interface RowReader {
  /** Staging table columns of a valid row, in the order of its values. */
  columns: readonly string[]
  /** Values of a row as stored, '' for none; null if the row has a problem. */
  read: (cells: readonly string[]) => string[] | null
  /** Keys that a row with so many cells too many may have: cells before the key move it. */
  keysOf: (cells: readonly string[], tooMany: number) => string[]
  /** Whether it is a total row, for kinds of files that may have them. */
  isTotal: (cells: readonly string[]) => boolean
  /** Amount of a total row, as text; null if it has none. */
  totalOf: (cells: readonly string[]) => string | null
  /** Values of choices and states that no profile knows, with their rows: by field and value. */
  unknown: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Values that were left out because they can't be read, with their rows: by field and value. */
  leftOut: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** All problems of a row for which `read` returned null. */
  problems: (cells: readonly string[], line: number) => RowProblem[]
}

const personalKey = 'Looks like a social security or card number, which no record may be known by'

const countOrAmount = /^[($-]*[\d,.]+\)?$/
/** 'Total', 'Grand Total:', 'Sub-total for …', 'TOTALS'. */
export const totalWord = /^(grand?|sub|statement)?[\s-]*totals?\b/i
/** 'Angela Morris Total:'. */
const totalOfOne = /(?:\b|sub)totals?\s*:?$/i
/** A cell that says total alone, and not 'Total Care'. */
const totalAlone = /^(?:(?:grand|sub|statement|agent|broker|producer|earner)[\s-]*)?totals?\s*:?$/i
/** A row of a file without names could be anything, such as 'Record Count' with the number 3 behind it. */
const noDigit = 'Must have a digit, because the file names no insured'

interface Cell {
  index: number
  heading: string
  field: FileField
  read: ValueReader
  /** Text of a cell, with personal numbers masked if it may hold one (P-61). */
  textOf: (cell: string) => string
  isKey: boolean
  isRequired: boolean
  /** Counts a value that is not known; only for fields whose values can be mapped. */
  note: ((text: string) => void) | null
  /** Counts a value that is left out; only for fields whose values may be. */
  leaveOut: ((text: string) => void) | null
}

/** Maximum number of values of a field that are listed; a column of free text is the wrong column. */
const maxListed = 40

/** Creates the row reader of a file. Resolves headings up front, so that rows need no lookups by name. */
export function openRowReader(shape: FileShape, uses: readonly HeadingUse[], rules: ReadingRules): RowReader {
  const unknown = new Map<string, Map<string, number>>()
  const leftOut = new Map<string, Map<string, number>>()
  const counterOf = (field: FileField) => {
    const count = listedIn(unknown, field)
    const knownBy = valueReader({ ...field, otherwise: undefined }, rules)
    return (text: string) => {
      if (knownBy(text) === undefined) count(text)
    }
  }
  const cells: Cell[] = uses.flatMap(({ heading, field: name }, index) => {
    const field = shape.fields.find((other) => other.name === name)
    if (!field) return []
    const textOf = mayHoldPersonalNumber(heading, field)
      ? (cell: string) => maskCell(cleaned(cell), heading, field)
      : cleaned
    const note = isMappable(field) ? counterOf(field) : null
    const leaveOut = field.leftOut ? listedIn(leftOut, field) : null
    const isKey = field.name === shape.key
    const isRequired = field.required === true || standsIn(shape, field, uses)
    return [{ index, heading, field, read: valueReader(field, rules), textOf, isKey, isRequired, note, leaveOut }]
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
  const keyField = keyCell || !shape.keyless ? undefined : shape.fields.find(({ name }) => name === shape.key)
  const way = keylessWay(shape, new Set(places.keys()))
  const lacksNames = lacksAll(shape, new Set(places.keys()))
  const isNoKey = (key: string) => lacksNames && key !== '' && !/\d/.test(key)
  const noKeyReason = way?.reason ?? shape.keyless?.reason ?? 'Required, empty'
  const mayLeaveOut = cells.some(({ leaveOut }) => leaveOut !== null)

  const read = (row: readonly string[]) => {
    const values: string[] = []
    const missed: string[] = []
    for (const cell of cells) {
      const text = cell.textOf(row[cell.index] ?? '')
      const parsed = text === '' ? '' : cell.read(text)
      if (parsed === undefined && cell.leaveOut) {
        cell.leaveOut(text)
        missed.push(cell.field.column)
      }
      const value = parsed === '' && cell.isKey ? (keyInstead(row) ?? '') : (parsed ?? (cell.leaveOut ? '' : undefined))
      if (cell.note && text !== '' && (value === undefined || value === cell.field.otherwise)) cell.note(text)
      if (value === undefined || (value === '' && cell.isRequired)) return null
      if (cell.isKey && (isMasked(row[cell.index] ?? '', text) || isNoKey(value))) return null
      values.push(value)
    }
    if (keyField) {
      const key = keyInstead(row)
      if (key === null) return null
      values.push(key)
    }
    for (const { from, value } of derived)
      values.push(
        value(
          from.map((place) => values[place] ?? ''),
          rules.month,
        ),
      )
    if (mayLeaveOut) values.push(missed.length > 0 ? `{${missed.join(',')}}` : '')
    return values
  }

  const textOf = (row: readonly string[], name: string) => {
    const cell = cells[places.get(name) ?? -1]
    return cell === undefined ? '' : cell.textOf(row[cell.index] ?? '')
  }

  /** Key of a record that may have none. */
  function keyInstead(row: readonly string[]): string | null {
    const keyBy = ({ by, key }: Pick<KeylessWay, 'by' | 'key'>) =>
      key(by.map((name) => cells[places.get(name) ?? -1]?.read(textOf(row, name)) ?? ''))
    return (shape.keyless && (keyBy(shape.keyless.always) || (way && keyBy(way)))) || null
  }

  const keyOf = (row: readonly string[]) =>
    keyCell ? keyCell.read(keyCell.textOf(row[keyCell.index] ?? '')) || null : null
  const keysOf = (row: readonly string[], tooMany: number) => {
    const moves = keyCell && keyCell.index > 0 ? Math.max(0, tooMany) : 0
    const keys = Array.from({ length: moves + 1 }, (_, by) => keyOf(row.slice(by)))
    return [...new Set(keys.filter((key) => key !== null))]
  }

  const problems = (row: readonly string[], line: number) => {
    const key = keyOf(row)
    const ofCells = cells.flatMap(
      ({ index, heading, field, read: readCell, textOf, isKey, isRequired }): RowProblem[] => {
        const text = textOf(row[index] ?? '')
        const value = text === '' ? '' : readCell(text)
        const isNumber = isKey && isMasked(row[index] ?? '', text)
        if (value === undefined && field.leftOut) return []
        if (value === '' && isKey && keyInstead(row) !== null) return []
        const isNone = isKey && isNoKey(value ?? '')
        if (value !== undefined && (value !== '' || !isRequired) && !isNumber && !isNone) return []
        const empty = isKey ? noKeyReason : 'Required, empty'
        const unread = isNone ? noDigit : complaint(field, text, rules.marks)
        const reason = isNumber ? personalKey : value === '' ? empty : unread
        const shown = maskCell(text, heading, field).slice(0, shownLength)
        return [{ line, column: heading, value: text === '' ? null : shown, reason, key }]
      },
    )
    if (!keyField || keyInstead(row) !== null) return ofCells
    return [{ line, column: fieldWords(keyField.name), value: null, reason: noKeyReason, key }, ...ofCells]
  }

  const sumCell = cells.find(({ field }) => field.name === shape.sum)
  const totalOf = (row: readonly string[]) => sumCell?.read(sumCell.textOf(row[sumCell.index] ?? '')) || null

  const namedBy = (keyCell ? (shape.names ?? []) : (way?.by ?? [])).filter((name) => places.has(name))
  const isTotal = (row: readonly string[]) => {
    if (shape.hasTotals !== true) return false
    const key = cleaned(keyCell ? (row[keyCell.index] ?? '') : '')
    // A sheet may have its count below the numbers: 'Total', 42.
    if (key !== '') return totalWord.test(key) || isSummary(row)
    const isTotalWord = (cell = '') => totalWord.test(cleaned(cell))
    const names = namedBy.map((name) => textOf(row, name))
    if (names.some((name) => totalWord.test(name) || totalOfOne.test(name))) return true
    if (isTotalWord(row.find((cell) => cleaned(cell) !== ''))) return true
    if (row.some((cell) => totalAlone.test(cleaned(cell)))) return true
    // Of a plan that is called 'Total Care', the row names someone.
    const isOfNone = names.every((name) => name === '')
    return isOfNone && row.some((cell) => isTotalWord(cell) || (names.length > 0 && totalOfOne.test(cleaned(cell))))
  }

  const isSummary = (row: readonly string[]) => {
    const [first = '', ...others] = row.map(cleaned).filter((cell) => cell !== '')
    return totalAlone.test(first) && others.every((cell) => countOrAmount.test(cell))
  }

  return {
    columns: [
      ...cells.map(({ field }) => field.column),
      ...(keyField ? [keyField.column] : []),
      ...derived.map(({ column }) => column),
      ...(mayLeaveOut ? [leftOutColumn] : []),
    ],
    read,
    keysOf,
    isTotal,
    totalOf,
    unknown,
    leftOut,
    problems,
  }
}

/** How to read CR and DR: as signs where each amount among the first rows has one. */
export function marksOf(
  shape: FileShape,
  uses: readonly HeadingUse[],
  samples: readonly (readonly string[])[],
): ReadingRules['marks'] {
  const field = shape.fields.find(({ credited }) => credited)
  const index = uses.findIndex((use) => field !== undefined && use.field === field.name)
  const amounts = samples
    .filter((row) => !row.some((cell) => totalWord.test(cleaned(cell))))
    .map((row) => cleaned(row[index] ?? ''))
    .filter((text) => /[1-9]/.test(text))
  const isMarked = amounts.length > 0 && amounts.every((text) => splitMark(text).mark !== null)
  return isMarked ? 'signs' : 'unclear'
}

/** Whether a field provides a required one that the file does not contain. */
function standsIn(shape: FileShape, { name }: FileField, uses: readonly HeadingUse[]): boolean {
  return shape.fields.some(
    (other) => other.required && other.instead === name && !uses.some(({ field }) => field === other.name),
  )
}

/** Counts values of a field in `lists`. */
function listedIn(lists: Map<string, Map<string, number>>, { name }: FileField): (text: string) => void {
  const counts = new Map<string, number>()
  lists.set(name, counts)
  return (text) => {
    if (counts.has(text) || counts.size < maxListed) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
}

/** Two masked numbers may be equal, so a masked value cannot identify a record. */
function isMasked(cell: string, text: string): boolean {
  return text !== '' && text !== cleaned(cell)
}

/** Trims spaces and the signs with which spreadsheets mark text: an apostrophe before it, or ="0012". */
export function cleaned(cell: string): string {
  const text = cell.trim()
  if (text.charCodeAt(0) === 61 && text.startsWith('="') && text.endsWith('"') && text.length > 2)
    return text.slice(2, -1).replaceAll('""', '"').trim()
  return text.charCodeAt(0) === 39 ? text.slice(1).trim() : text
}

/** Whether the values of a field are few and can be mapped: choices and states. */
export function isMappable(field: FileField): boolean {
  return field.kind === 'choice' || field.kind === 'state'
}
