import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PreferenceState } from '../basics/list-column.ts'
import { useScrollEdge } from '../basics/use-scroll-edge.ts'
import { allowedWidth } from './columns/column-grip.tsx'
import { fitMonths } from './columns/fit-months.ts'
import { type ColumnLayout, checkWidth, useColumns } from './columns/use-columns.ts'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { headerState } from './row-selection.ts'
import { TableBody, usePreloadVirtualBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { isToggleSelection, useGrid } from './use-grid.ts'

const none: never[] = []
const noWidths: Record<string, number> = {}

type GridTableProps<Row, Sort extends string> = DataTableProps<Row, Sort> & { preference: PreferenceState }

/** The table from 640 px up; see DataTable. */
export function GridTable<Row extends object, Sort extends string>(props: GridTableProps<Row, Sort>) {
  const { rows, selected, preference } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState<Record<string, number>>()
  const withChecks = selected !== undefined && (props.selects ?? 'many').startsWith('many')
  const widths = draft ?? preference.value.widths ?? noWidths
  const rowHeight = preference.value.density === 'comfortable' ? 40 : 32
  const onResize = useCallback(
    (column: string, width: number, done: boolean) => {
      const changed = { ...widths, [column]: allowedWidth(width) }
      setDraft(done ? undefined : changed)
      if (done) preference.onChange({ ...preference.value, widths: changed })
    },
    [widths, preference],
  )
  const chosen = { hidden: preference.value.hidden ?? none, widths }
  const columns = useMemo(() => fitMonths(props.columns, rows), [props.columns, rows])
  const model = useColumns(columns, rows, props.rowKey, chosen, withChecks)
  usePreloadVirtualBody(props.expected)
  const grid = useGrid(props, model, { scroller, rowHeight, withChecks, onResize })
  useShowCurrent(
    scroller,
    model.visible.findIndex(({ current }) => current),
  )
  const hasMore = useScrollEdge(scroller, [model.layouts, rows])
  const { place, order, active } = grid
  const heading = 'heading' in place ? place.heading : undefined
  const row = order.length > 0 ? `${id}-row-${active}` : undefined
  const renderRow = (index: number): ReactNode => {
    const line = model.rows[index]
    if (!line) return null
    return (
      <TableRow
        key={line.id}
        id={`${id}-row-${index}`}
        row={line.original}
        index={index}
        rowIndex={(props.offset ?? 0) + index + 2}
        columns={model.visible}
        selected={selected?.has(line.id) ?? false}
        selectable={selected !== undefined}
        active={index === active}
        returned={line.id === grid.returned}
        tone={props.rowTone?.(line.original)}
        checkName={withChecks ? props.rowName(line.original) : undefined}
      />
    )
  }
  return (
    <>
      <div ref={scroller} className={css.scroller} style={frameStyle(model.layouts, withChecks, rowHeight)}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is interactive: one tab stop, navigated by arrow keys
          role="grid"
          aria-label={props.label}
          aria-rowcount={props.total === undefined ? -1 : props.total + 1}
          aria-multiselectable={withChecks || undefined}
          aria-busy={props.busy || rows === undefined}
          aria-activedescendant={heading === undefined ? row : `${id}-head-${heading}`}
          tabIndex={0}
          className={props.onOpen && !isToggleSelection(props.selects) ? `${css.table} ${css.opens}` : css.table}
          onKeyDown={grid.onKeyDown}
        >
          <ColumnWidths laid={model.layouts} withChecks={withChecks} />
          <TableHead
            id={id}
            columns={model.visible}
            widths={model.layouts.map((column) => column.width)}
            sorting={props.sorting}
            onSort={props.onSort}
            checks={withChecks ? headerState(selected, order) : undefined}
            hasRows={order.length > 0}
            onCheckAll={grid.checkAll}
            active={heading}
            onResize={onResize}
          />
          {rows === undefined ? (
            <TableSkeleton columns={model.visible} rows={Math.min(props.expected ?? 10, 30)} withChecks={withChecks} />
          ) : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
            <tbody
              data-busy={props.busy || undefined}
              onClick={grid.onClick}
              // Prevents text selection when a click selects a range or opens a row.
              onMouseDown={(event) => {
                if (event.shiftKey || (props.onOpen && event.detail > 1)) event.preventDefault()
              }}
              onDoubleClick={grid.onDoubleClick}
            >
              <TableBody
                count={order.length}
                rowHeight={rowHeight}
                columns={model.visible.length + 2}
                scroller={scroller}
                active={Math.max(0, active)}
                renderRow={renderRow}
              />
            </tbody>
          )}
        </table>
      </div>
      <div className={css.fade} data-on={hasMore || undefined} />
    </>
  )
}

/** Width of the fade at the edge beyond which columns continue. */
const fadeWidth = 14

/** Scrolls sideways, once, as far as the current column needs, and on to a whole column so that no word is cut. */
function useShowCurrent(scroller: RefObject<HTMLDivElement | null>, place: number): void {
  const done = useRef(false)
  useLayoutEffect(() => {
    const box = scroller.current
    const heads = [...(box?.querySelectorAll<HTMLElement>('thead th[scope]:not(:has(input))') ?? [])]
    const current = heads[place]
    if (done.current || !box || !current) return
    done.current = true
    const beyond = current.offsetLeft + current.offsetWidth + fadeWidth - box.clientWidth
    if (beyond <= 0) return
    const unpinned = heads.filter((head) => head.style.left === '')
    const first = unpinned[0]?.offsetLeft ?? 0
    const edge = unpinned.map((head) => head.offsetLeft - first).find((edge) => edge >= beyond) ?? beyond
    // Next to the last column, the table ends before the whole column is reached.
    const room = box.scrollWidth - box.clientWidth
    box.style.setProperty('--past-end', `${Math.max(0, edge - room)}px`)
    box.scrollLeft = edge
  }, [scroller, place])
}

function ColumnWidths<Row, Sort extends string>({
  laid,
  withChecks,
}: {
  laid: ColumnLayout<Row, Sort>[]
  withChecks: boolean
}) {
  return (
    <colgroup>
      {withChecks ? <col style={{ width: checkWidth }} /> : null}
      {laid.map(({ column, cssWidth }) => (
        <col key={column.id} style={{ width: cssWidth }} />
      ))}
      <col />
    </colgroup>
  )
}

/** Row height, table width and offsets of pinned columns as CSS variables, so that no cell needs inline styles. */
function frameStyle<Row, Sort extends string>(
  laid: ColumnLayout<Row, Sort>[],
  withChecks: boolean,
  rowHeight: number,
): CSSProperties {
  const checks = withChecks ? checkWidth : 0
  const pins = laid.flatMap(({ left }, place) => (left === undefined ? [] : [[`--pin-${place}`, `${left}px`]]))
  const pinned = laid.reduce((sum, column) => sum + (column.left === undefined ? 0 : column.outer), checks)
  return {
    '--row-height': `${rowHeight}px`,
    '--table-width': `${laid.reduce((sum, column) => sum + column.outer, checks)}px`,
    '--pinned-width': `${pinned}px`,
    ...Object.fromEntries(pins),
  }
}
