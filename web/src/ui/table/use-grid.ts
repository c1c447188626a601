import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import type { ColumnModel } from './columns/use-columns.ts'
import type { DataTableProps, Selects } from './data-table-props.ts'
import { type GridPosition, handleGridKeys } from './grid-keys.ts'
import { usePlace } from './place/use-place.ts'
import { type Gesture, gestureOf, select, selectOne, toggleAll } from './row-selection.ts'
import { nextSorting } from './table-head.tsx'

/** Whether a click on the selected row clears the selection (CUST-02); a click then never opens the row. */
export const isToggleSelection = (selects: Selects | undefined) => selects?.endsWith('or none') ?? false

interface GridView {
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
  withChecks: boolean
  onResize(column: string, width: number, done: boolean): void
}

/** Mouse and keyboard handling of the table, and its place (usePlace). */
export function useGrid<Row extends object, Sort extends string>(
  props: DataTableProps<Row, Sort>,
  model: ColumnModel<Row, Sort>,
  view: GridView,
) {
  const { selected, onSelect, onOpen, onSort, sorting } = props
  const orNone = isToggleSelection(props.selects)
  const { visible, layouts, rows } = model
  const [place, setPlace] = useState<GridPosition>({ row: 0 })
  const anchor = useRef<string | null>(null)
  const order = rows.map((row) => row.id)
  const active = 'row' in place ? Math.min(place.row, Math.max(0, order.length - 1)) : -1
  const { returned, touch } = usePlace({
    keys: order,
    scroller: view.scroller,
    store: props.place,
    start: (row) => setPlace({ row }),
    focus: () => view.scroller.current?.querySelector('table')?.focus({ preventScroll: true }),
  })

  const choose = (index: number, gesture: Gesture) => {
    const key = order[index]
    if (key === undefined || !selected) return
    const next = view.withChecks
      ? select({ keys: selected, anchor: anchor.current }, order, key, gesture, orNone)
      : selectOne(selected, key, orNone)
    anchor.current = next.anchor
    onSelect?.(next.keys)
  }
  const checkAll = () => selected && onSelect?.(toggleAll(selected, order))
  const clear = () => {
    if (!selected?.size) return false
    anchor.current = null
    onSelect?.(new Set())
    return true
  }
  const open = (index: number) => {
    const row = rows[index]
    touch(row?.id)
    if (row) onOpen?.(row.original)
  }
  const press = (heading: number) => {
    const sort = visible[heading]?.sort
    if (heading === -1) checkAll()
    else if (sort) onSort?.(nextSorting(sorting, sort))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const taken = handleGridKeys(event, {
      rows: order.length,
      rowsInView: Math.floor(((view.scroller.current?.clientHeight ?? 600) - 32) / view.rowHeight),
      headings: visible.length,
      withChecks: view.withChecks,
      position: 'row' in place ? { row: active } : place,
      go: (to) => {
        if (event.shiftKey && 'row' in to && anchor.current === null) anchor.current = order[active] ?? null
        setPlace(to)
      },
      select: choose,
      selectAll: () => view.withChecks && onSelect?.(new Set([...(selected ?? []), ...order])),
      clear,
      open,
      press,
      resize: (heading, by) => {
        const column = layouts[heading]
        if (column) view.onResize(column.column.id, column.width + by, true)
      },
    })
    if (!taken) return
    touch(undefined)
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent) => {
    const at = rowAt(event)
    if (!at) return
    touch(order[at.index])
    // A link leaves the list: the row is marked when the user comes back.
    if (at.on === 'link') return setPlace({ row: at.index })
    event.currentTarget.closest('table')?.focus({ preventScroll: true })
    setPlace({ row: at.index })
    const cell = cellAt(event)
    const opens = cell === null ? undefined : visible[cell]?.opens
    const row = rows[at.index]?.original
    if (opens && row && gestureOf(event) === 'only') return opens(row)
    if (at.on === 'check') choose(at.index, event.shiftKey ? 'extend' : 'toggle')
    // The second click of a double click must not deselect the row.
    else if (orNone && event.detail > 1) return
    else if (at.on === 'opens' && onOpen && !orNone && gestureOf(event) === 'only') open(at.index)
    else choose(at.index, gestureOf(event))
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = rowAt(event)
    if (at?.on === 'row' || (orNone && at?.on === 'opens')) open(at.index)
  }
  return { place, active, order, returned, checkAll, onKeyDown, onClick, onDoubleClick }
}

/** Column whose cell under the mouse opens something of its own. */
function cellAt({ target }: MouseEvent): number | null {
  const cell = target instanceof Element ? target.closest('td[data-cell]') : null
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null
}

/** Row under the mouse, and what the click was on: a link or button, the checkbox, or the text that opens the row. */
function rowAt(event: MouseEvent): { index: number; on: 'link' | 'check' | 'opens' | 'row' } | null {
  if (!(event.target instanceof Element)) return null
  const line = event.target.closest('tr[data-row]')
  if (!(line instanceof HTMLElement)) return null
  const index = Number(line.dataset.row)
  if (event.target.closest('a, button, [role="button"]')) return { index, on: 'link' }
  if (event.target.closest('td[data-check]')) return { index, on: 'check' }
  return { index, on: event.target.closest('[data-opens]') ? 'opens' : 'row' }
}
