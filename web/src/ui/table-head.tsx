import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { alignOf } from './cell-value.tsx'
import { classNames } from './class-names.ts'
import { ColumnGrip } from './column-grip.tsx'
import css from './data-table.module.css'
import type { ListColumn, Sorting } from './list-column.ts'

interface TableHeadProps<Row, Sort extends string> {
  /** Prefix of the cells' ids; the grid names the current one. */
  id: string
  columns: readonly ListColumn<Row, Sort>[]
  widths: readonly number[]
  sorting: Sorting<Sort> | undefined
  onSort: ((sorting: Sorting<Sort>) => void) | undefined
  /** The state of the checkbox; without it there is none. */
  checks: 'none' | 'some' | 'all' | undefined
  onCheckAll(): void
  /** The cell that the keyboard is on; -1 is the checkbox. */
  active: number | undefined
  onResize(id: string, width: number, done: boolean): void
}

/** The order that a press on a column's heading asks for: ascending first, then the other way round. */
export function nextSorting<Sort extends string>(sorting: Sorting<Sort> | undefined, sort: Sort): Sorting<Sort> {
  return { sort, order: sorting?.sort === sort && sorting.order === 'asc' ? 'desc' : 'asc' }
}

/** The sticky header row. Its buttons are no tab stops: the grid is the only one and moves through them by arrows. */
export function TableHead<Row, Sort extends string>(props: TableHeadProps<Row, Sort>) {
  const { id, columns, widths, sorting, onSort, checks, onCheckAll, active, onResize } = props
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
              ref={(box) => {
                if (box) box.indeterminate = checks === 'some'
              }}
              onChange={onCheckAll}
              aria-label="Select all rows of this page"
            />
          </th>
        )}
        {columns.map((column, place) => (
          <th
            key={column.id}
            id={`${id}-head-${place}`}
            scope="col"
            aria-sort={ariaSort(column, sorting)}
            data-kind={column.kind}
            data-align={alignOf(column)}
            data-sorted={(column.sort && sorting?.sort === column.sort) || undefined}
            data-active={active === place || undefined}
            className={classNames(
              column.pinned && css.pinned,
              column.pinned && !columns[place + 1]?.pinned && css.edge,
            )}
            style={column.pinned ? { left: `var(--pin-${place})` } : undefined}
          >
            <Heading column={column} sorting={sorting} onSort={onSort} />
            <ColumnGrip
              name={column.header}
              width={widths[place] ?? column.width}
              onResize={(width, done) => onResize(column.id, width, done)}
            />
          </th>
        ))}
        <th className={css.rest} aria-hidden />
      </tr>
    </thead>
  )
}

function ariaSort<Row, Sort extends string>(column: ListColumn<Row, Sort>, sorting: Sorting<Sort> | undefined) {
  if (!column.sort) return undefined
  if (sorting?.sort !== column.sort) return 'none'
  return sorting.order === 'asc' ? 'ascending' : 'descending'
}

function Heading<Row, Sort extends string>({
  column,
  sorting,
  onSort,
}: Pick<TableHeadProps<Row, Sort>, 'sorting' | 'onSort'> & { column: ListColumn<Row, Sort> }) {
  const sort = column.sort
  if (!sort || !onSort) return <span className={css.heading}>{column.header}</span>
  const Arrow = sorting?.order === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.heading}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onSort(nextSorting(sorting, sort))}
    >
      {column.header}
      {sorting?.sort === sort ? <Arrow size={13} stroke={1.75} aria-hidden /> : null}
    </button>
  )
}
