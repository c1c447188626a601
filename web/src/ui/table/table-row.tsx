import { memo, type ReactNode } from 'react'
import { alignOf, cellValue } from '../basics/cell-value.tsx'
import { classNames } from '../basics/class-names.ts'
import type { ListColumn } from '../basics/list-column.ts'
import css from './data-table.module.css'

interface TableRowProps<Row> {
  id: string
  row: Row
  /** Index on the page and among all rows. */
  index: number
  rowIndex: number
  columns: readonly ListColumn<Row>[]
  selected: boolean
  active: boolean
  /** The user just came back from it. */
  returned: boolean
  tone: string | undefined
  /** Accessible name of the checkbox; without it there is none. */
  checkName: string | undefined
  selectable: boolean
}

function Cells<Row>({ row, columns }: { row: Row; columns: readonly ListColumn<Row>[] }): ReactNode {
  return columns.map((column, place) => (
    <td
      key={column.id}
      data-kind={column.kind}
      data-align={alignOf(column)}
      data-quiet={column.quiet || undefined}
      data-cell={column.opens && column.cell(row) ? place : undefined}
      data-tone={column.kind === 'status' ? undefined : column.tone?.(row)}
      className={classNames(
        column.pinned && css.pinned,
        column.pinned && !columns[place + 1]?.pinned && css.edge,
        !column.proportional && (column.kind ?? 'text') !== 'text' && 'figures',
      )}
      style={column.pinned ? { left: `var(--pin-${place})` } : undefined}
    >
      {column.pinned ? <span data-opens>{cellValue(column, row)}</span> : cellValue(column, row)}
    </td>
  ))
}

function TableRowView<Row>(props: TableRowProps<Row>): ReactNode {
  const { id, row, index, rowIndex, columns, selected, active, returned, tone, checkName, selectable } = props
  return (
    <tr
      id={id}
      data-row={index}
      aria-rowindex={rowIndex}
      aria-selected={selectable ? selected : undefined}
      data-active={active || undefined}
      data-returned={returned || undefined}
      data-tone={tone}
    >
      {checkName === undefined ? null : (
        <td data-check className={classNames(css.check, css.pinned)}>
          <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={`Select ${checkName}`} />
        </td>
      )}
      <Cells row={row} columns={columns} />
      <td className={css.rest} aria-hidden />
    </tr>
  )
}

/** Memoized row. The body handles clicks, so that rows need no handlers of their own. */
export const TableRow: <Row>(props: TableRowProps<Row>) => ReactNode = memo(TableRowView)
