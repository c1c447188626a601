import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { alignOf } from '../basics/cell-value.tsx'
import { classNames } from '../basics/class-names.ts'
import type { ListColumn, Sorting } from '../basics/list-column.ts'
import { ColumnGrip } from './columns/column-grip.tsx'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'

interface TableHeadProps<Row, Sort extends string> {
  /** Id prefix of the cells, for the grid's aria-activedescendant. */
  id: string
  columns: readonly ListColumn<Row, Sort>[]
  widths: readonly number[]
  sorting: Sorting<Sort> | undefined
  onSort: DataTableProps<Row, Sort>['onSort']
  /** State of the checkbox; without it there is none. */
  checks: 'none' | 'some' | 'all' | undefined
  /** Whether there is a row to select; none while the first rows load. */
  hasRows: boolean
  onCheckAll(): void
  /** Cell with the keyboard focus; -1 is the checkbox. */
  active: number | undefined
  onResize(id: string, width: number, done: boolean): void
}

/** Next sort order after a click on a heading: ascending first, then toggled. */
export function nextSorting<Sort extends string>(sorting: Sorting<Sort> | undefined, sort: Sort): Sorting<Sort> {
  return { sort, order: sorting?.sort === sort && sorting.order === 'asc' ? 'desc' : 'asc' }
}

/** Sticky header row. Its buttons are not tab stops: the grid is the only one, and arrows move within it. */
export function TableHead<Row, Sort extends string>(props: TableHeadProps<Row, Sort>) {
  const { id, columns, widths, sorting, onSort, checks, hasRows, onCheckAll, active, onResize } = props
  const hold = (event: MouseEvent | KeyboardEvent) => event.preventDefault()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {checks === undefined ? null : (
          <th
            id={`${id}-head--1`}
            scope="col"
            className={classNames(css.check, css.pinned)}
            data-active={active === -1 || undefined}
            onMouseDown={hold}
          >
            <input
              type="checkbox"
              tabIndex={-1}
              checked={checks === 'all'}
              disabled={!hasRows}
              ref={(box) => {
                if (box) box.indeterminate = checks === 'some'
              }}
              onChange={onCheckAll}
              aria-label="Select all rows of this page"
            />
          </th>
        )}
        {columns.map((column, place) => (
          <HeadCell
            key={column.id}
            id={`${id}-head-${place}`}
            place={place}
            column={column}
            edge={column.pinned === true && !columns[place + 1]?.pinned}
            width={widths[place] ?? column.width}
            order={column.sort && sorting?.sort === column.sort ? sorting.order : undefined}
            onSort={onSort}
            active={active === place}
            onResize={onResize}
          />
        ))}
        <th className={css.rest} aria-hidden />
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row, Sort extends string> extends Pick<TableHeadProps<Row, Sort>, 'onSort' | 'onResize'> {
  id: string
  place: number
  column: ListColumn<Row, Sort>
  /** The last pinned column. */
  edge: boolean
  width: number
  /** Current sort direction of this column, if any. */
  order: 'asc' | 'desc' | undefined
  active: boolean
}

function HeadCellView<Row, Sort extends string>(props: HeadCellProps<Row, Sort>): ReactNode {
  const { id, place, column, edge, width, order, onSort, active, onResize } = props
  return (
    <th
      id={id}
      scope="col"
      aria-sort={column.sort && (order ? ariaOrder[order] : 'none')}
      data-kind={column.kind}
      data-align={alignOf(column)}
      data-sorted={order !== undefined || undefined}
      data-active={active || undefined}
      className={classNames(column.pinned && css.pinned, edge && css.edge)}
      style={column.pinned ? { left: `var(--pin-${place})` } : undefined}
    >
      <Heading column={column} order={order} onSort={onSort} />
      <ColumnGrip name={column.header} width={width} onResize={(wanted, done) => onResize(column.id, wanted, done)} />
    </th>
  )
}

/** Column heading, memoized. */
const HeadCell: <Row, Sort extends string>(props: HeadCellProps<Row, Sort>) => ReactNode = memo(HeadCellView)

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const

function Heading<Row, Sort extends string>({
  column,
  order,
  onSort,
}: Pick<HeadCellProps<Row, Sort>, 'column' | 'order' | 'onSort'>) {
  const sort = column.sort
  if (!sort || !onSort) return <span className={css.heading}>{column.header}</span>
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.heading}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSort(nextSorting(order && { sort, order }, sort))}
    >
      {column.header}
      {order ? <Arrow size={13} stroke={1.75} aria-hidden /> : null}
    </button>
  )
}
