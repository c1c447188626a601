import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import type { ListColumn } from '../../basics/list-column.ts'

/** Widest pixels of a character of an amount, and those of the gap after it. */
const perCharacter = 7.2
const gap = 4

/**
 * Widens each column of months to its widest amount on the page: '(230.00)' would extend over the '-' of the month before, and the
 * two would read as one amount.
 */
export function fitMonths<Row, Sort extends string>(
  columns: readonly ListColumn<Row, Sort>[],
  rows: readonly Row[] | undefined,
): readonly ListColumn<Row, Sort>[] {
  const widthOf = (column: ListColumn<Row, Sort>) => {
    const amounts = (rows ?? []).map((row) => column.cell(row)).filter((value) => typeof value === 'string')
    return Math.ceil(Math.max(0, ...amounts.map((amount) => showAmount(amount).length)) * perCharacter + gap)
  }
  return columns.map((column) => {
    const width = column.kind === 'month' ? widthOf(column) : 0
    return width > column.width ? { ...column, width } : column
  })
}
