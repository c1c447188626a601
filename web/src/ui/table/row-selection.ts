/** Which rows are selected, and the row from which Shift extends. Keys of other pages stay as they are. */
export interface RowSelection {
  keys: ReadonlySet<string>
  anchor: string | null
}

/** What the mouse or the keyboard asked for. */
export type Gesture = 'only' | 'toggle' | 'extend'

/** Shift extends, Ctrl or Cmd adds and takes away, nothing held selects this row only. */
export function gestureOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Gesture {
  if (event.shiftKey) return 'extend'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}

/**
 * The selection after a gesture on the row `key`. `order` holds the keys of the shown rows from top to bottom. An
 * extension replaces what was selected by the rows between the anchor and this row, and leaves the anchor where it was.
 * With `orNone` a row that is selected alone is let go (CUST-02).
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

/** The selection of a table with one row at a time; with `orNone` the row that is selected is taken off (CUST-02). */
export function selectOne(keys: ReadonlySet<string>, key: string, orNone: boolean): RowSelection {
  return { keys: orNone && keys.has(key) ? new Set() : new Set([key]), anchor: key }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** What the checkbox of the header shows for the rows on this page. */
export function headerState(keys: ReadonlySet<string>, order: readonly string[]): 'none' | 'some' | 'all' {
  const count = order.filter((key) => keys.has(key)).length
  if (count === 0) return 'none'
  return count === order.length ? 'all' : 'some'
}

/** The header's checkbox: all rows of this page, or none of them when all were selected. */
export function toggleAll(keys: ReadonlySet<string>, order: readonly string[]): ReadonlySet<string> {
  const next = new Set(keys)
  const all = headerState(keys, order) === 'all'
  for (const key of order) {
    if (all) next.delete(key)
    else next.add(key)
  }
  return next
}
