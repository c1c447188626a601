import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ReactNode } from 'react'
import type { ListColumn } from './list-column.ts'
import { Missing, MoneyCell } from './money-cell.tsx'
import { StatusPill } from './status-pill.tsx'

const grouped = new Intl.NumberFormat('en-US')

/** Renders the raw value of a column (see ListColumn). */
export function cellValue<Row>(column: ListColumn<Row>, row: Row): ReactNode {
  const value = column.cell(row)
  if (value === null || value === undefined || value === '') return <Missing />
  if (typeof value !== 'string' && typeof value !== 'number') return value
  switch (column.kind) {
    case 'money':
    case 'month':
      return <MoneyCell amount={String(value)} />
    case 'date':
      return showDate(String(value)) || value
    case 'number':
      return typeof value === 'number' ? grouped.format(value) : value
    case 'status':
      return <StatusPill tone={column.tone?.(row) ?? 'grey'}>{value}</StatusPill>
    default:
      return value
  }
}

/** Alignment of a column's text. */
export function alignOf<Row>(column: ListColumn<Row>): 'left' | 'right' | 'center' {
  if (column.align) return column.align
  return column.kind === 'money' || column.kind === 'month' || column.kind === 'number' ? 'right' : 'left'
}

/** '1 row', '1,204 rows'. */
export const rowsInWords = (rows: number) => `${showCount(rows)} ${rows === 1 ? 'row' : 'rows'}`

export function showCount(count: number): string {
  return grouped.format(count)
}
