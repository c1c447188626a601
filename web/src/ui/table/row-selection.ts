/** Selected rows, and the anchor row from which Shift extends. Keys of other pages are untouched. */
export interface RowSelection {
  keys: ReadonlySet<string>
  anchor: string | null
}

/** Selection gesture of mouse or keyboard. */
export type Gesture = 'only' | 'toggle' | 'extend'

/** Shift extends, Ctrl or Cmd toggles, no modifier selects only this row. */
export function gestureOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Gesture {
  if (event.shiftKey) return 'extend'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}

/**
 * Selection after a gesture on the row `key`. `order` has the keys of the visible rows from top to bottom. Extending
 * replaces the selection with the rows between the anchor and this row and keeps the anchor. With `orNone` a row that
 * is selected alone is deselected (CUST-02).
 */
export function select(
  selection: RowSelection,
  order: readonly string[],
  key: string,
  gesture: Gesture,
  orNone = false,
): RowSelection {
  if (gesture === 'toggle') return { keys: toggled(selection.keys, key), anchor: key }
  if (gesture === 'extend') {
    const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
    const to = order.indexOf(key)
    if (from >= 0 && to >= 0) {
      return { keys: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor: selection.anchor }
    }
  }
  const alone = selection.keys.size === 1 && selection.keys.has(key)
  return { keys: orNone && alone ? new Set() : new Set([key]), anchor: key }
}

/** Single selection; with `orNone` the selected row is deselected (CUST-02). */
export function selectOne(keys: ReadonlySet<string>, key: string, orNone: boolean): RowSelection {
  return { keys: orNone && keys.has(key) ? new Set() : new Set([key]), anchor: key }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** State of the header checkbox for the rows of this page. */
export function headerState(keys: ReadonlySet<string>, order: readonly string[]): 'none' | 'some' | 'all' {
  const count = order.filter((key) => keys.has(key)).length
  if (count === 0) return 'none'
  return count === order.length ? 'all' : 'some'
}

/** Header checkbox: selects all rows of this page, or deselects them if all are selected. */
export function toggleAll(keys: ReadonlySet<string>, order: readonly string[]): ReadonlySet<string> {
  const next = new Set(keys)
  const all = headerState(keys, order) === 'all'
  for (const key of order) {
    if (all) next.delete(key)
    else next.add(key)
  }
  return next
}
