import { type CSSProperties, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { allowedWidth } from './column-grip.tsx'
import css from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { type GridPlace, gridKey } from './grid-keys.ts'
import type { Remembered } from './list-column.ts'
import { type Gesture, gestureOf, headerState, select, toggleAll } from './row-selection.ts'
import { PlainBody, VirtualBody, virtualAbove } from './table-body.tsx'
import { nextSorting, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { checkWidth, type LaidColumn, useColumns } from './use-columns.ts'
import { useScrollEdge } from './use-scroll-edge.ts'

const none: never[] = []
const noWidths: Record<string, number> = {}

type GridTableProps<Row, Sort extends string> = DataTableProps<Row, Sort> & { remember: Remembered }

/** The table from 640 px up; see DataTable. */
export function GridTable<Row extends object, Sort extends string>(props: GridTableProps<Row, Sort>) {
  const { rows, rowKey, rowName, selected, remember, sorting, onSort, onOpen, offset = 0 } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<GridPlace>({ row: 0 })
  const [draft, setDraft] = useState<Record<string, number>>()
  const anchor = useRef<string | null>(null)
  const withChecks = selected !== undefined && props.selects !== 'one'
  const chosen = { hidden: remember.value.hidden ?? none, widths: draft ?? remember.value.widths ?? noWidths }
  const table = useColumns(props.columns, rows, rowKey, chosen, withChecks)
  const { shown, laid } = table
  const goesOn = useScrollEdge(scroller, [laid, rows])
  const rowHeight = remember.value.density === 'comfortable' ? 40 : 32
  const order = table.rows.map((row) => row.id)
  const active = 'row' in place ? Math.min(place.row, Math.max(0, order.length - 1)) : -1

  const current =
    'heading' in place ? `${id}-head-${place.heading}` : order.length > 0 ? `${id}-row-${active}` : undefined

  const choose = (index: number, gesture: Gesture) => {
    const key = order[index]
    if (key === undefined || !selected) return
    const next = select({ keys: selected, anchor: anchor.current }, order, key, withChecks ? gesture : 'only')
    anchor.current = next.anchor
    props.onSelect?.(next.keys)
  }
  const checkAll = () => selected && props.onSelect?.(toggleAll(selected, order))
  const open = (index: number) => {
    const row = table.rows[index]
    if (row) onOpen?.(row.original)
  }
  const resize = (column: string, width: number, done: boolean) => {
    const widths = { ...chosen.widths, [column]: allowedWidth(width) }
    setDraft(done ? undefined : widths)
    if (done) remember.onChange({ ...remember.value, widths })
  }
  const press = (heading: number) => {
    const sort = shown[heading]?.sort
    if (heading === -1) checkAll()
    else if (sort) onSort?.(nextSorting(sorting, sort))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const taken = gridKey(event, {
      rows: order.length,
      rowsInView: Math.floor(((scroller.current?.clientHeight ?? 600) - 32) / rowHeight),
      headings: shown.length,
      withChecks,
      place: 'row' in place ? { row: active } : place,
      go: (to) => {
        if (event.shiftKey && 'row' in to && anchor.current === null) anchor.current = order[active] ?? null
        setPlace(to)
      },
      select: choose,
      selectAll: () => withChecks && props.onSelect?.(new Set([...(selected ?? []), ...order])),
      clear: () => {
        if (!selected?.size) return false
        anchor.current = null
        props.onSelect?.(new Set())
        return true
      },
      open,
      press,
      resize: (heading, by) => {
        const column = laid[heading]
        if (column) resize(column.column.id, column.width + by, true)
      },
    })
    if (!taken) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const at = rowAt(event)
    if (!at) return
    setPlace({ row: at.index })
    if (at.on === 'check') choose(at.index, event.shiftKey ? 'extend' : 'toggle')
    else if (at.on === 'opens' && onOpen && gestureOf(event) === 'only') open(at.index)
    else choose(at.index, gestureOf(event))
  }
  const Body = order.length > virtualAbove ? VirtualBody : PlainBody
  const last = rows ? order.length - 1 : 0
  return (
    <>
      <div ref={scroller} className={css.scroller} style={frameStyle(laid, withChecks, rowHeight)}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid, that is one tab stop moved through by arrows
          role="grid"
          aria-label={props.label}
          aria-rowcount={props.total === undefined ? -1 : props.total + 1}
          aria-multiselectable={withChecks || undefined}
          aria-busy={props.busy || rows === undefined}
          aria-activedescendant={current}
          tabIndex={0}
          className={onOpen ? `${css.table} ${css.opens}` : css.table}
          onKeyDown={onKeyDown}
        >
          <Widths laid={laid} withChecks={withChecks} />
          <TableHead
            id={id}
            columns={shown}
            widths={laid.map((column) => column.width)}
            sorting={sorting}
            onSort={onSort}
            checks={withChecks ? headerState(selected, order) : undefined}
            onCheckAll={checkAll}
            active={'heading' in place ? place.heading : undefined}
            onResize={resize}
          />
          {rows === undefined ? (
            <TableSkeleton columns={shown} rows={Math.min(props.expected ?? 10, 30)} withChecks={withChecks} />
          ) : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the grid
            <tbody
              data-busy={props.busy || undefined}
              onClick={onClick}
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
              onDoubleClick={(event) => {
                const at = rowAt(event)
                if (at?.on === 'row') open(at.index)
              }}
            >
              <Body
                count={last + 1}
                rowHeight={rowHeight}
                columns={shown.length + 2}
                scroller={scroller}
                active={Math.max(0, active)}
                paint={(index) => {
                  const row = table.rows[index]
                  if (!row) return null
                  return (
                    <TableRow
                      key={row.id}
                      id={`${id}-row-${index}`}
                      row={row.original}
                      index={index}
                      rowIndex={offset + index + 2}
                      columns={shown}
                      selected={selected?.has(row.id) ?? false}
                      selectable={selected !== undefined}
                      active={index === active}
                      tone={props.rowTone?.(row.original)}
                      checkName={withChecks ? rowName(row.original) : undefined}
                    />
                  )
                }}
              />
            </tbody>
          )}
        </table>
      </div>
      <div className={css.fade} data-on={goesOn || undefined} />
    </>
  )
}

function Widths<Row, Sort extends string>({
  laid,
  withChecks,
}: {
  laid: LaidColumn<Row, Sort>[]
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

/** Row height, width of the table and the place of each pinned column, as CSS variables: no cell has a style of its own. */
function frameStyle<Row, Sort extends string>(
  laid: LaidColumn<Row, Sort>[],
  withChecks: boolean,
  rowHeight: number,
): CSSProperties {
  const checks = withChecks ? checkWidth : 0
  const pins = laid.flatMap(({ left }, place) => (left === undefined ? [] : [[`--pin-${place}`, `${left}px`]]))
  const pinned = laid.reduce((sum, column) => sum + (column.left === undefined ? 0 : column.width), checks)
  return {
    '--row-height': `${rowHeight}px`,
    '--table-width': `${laid.reduce((sum, column) => sum + column.width, checks)}px`,
    '--pinned-width': `${pinned}px`,
    ...Object.fromEntries(pins),
  }
}

/** The row under the mouse, and whether it is on its checkbox or on the text that opens it. */
function rowAt(event: MouseEvent): { index: number; on: 'check' | 'opens' | 'row' } | null {
  if (!(event.target instanceof Element)) return null
  const line = event.target.closest('tr[data-row]')
  if (!(line instanceof HTMLElement)) return null
  if (event.target.closest('a, button, [role="button"]')) return null
  const index = Number(line.dataset.row)
  if (event.target.closest('td[data-check]')) return { index, on: 'check' }
  return { index, on: event.target.closest('[data-opens]') ? 'opens' : 'row' }
}
