import type { Nothing } from '../basics/list-column.ts'

/** Why a list shows nothing, and what to do: it ends before this page, its filters fit nothing, or there is `none` yet. */
export function emptyText(list: {
  total: number
  filtered: boolean
  /** The sentence when nothing fits the filters. */
  unfit: string
  none: Nothing
  onFirst(): void
  onClear(): void
}): Nothing {
  if (list.total > 0)
    return { why: 'The list ends before this page.', action: { label: 'First page', onClick: list.onFirst } }
  if (list.filtered)
    return { title: list.none.title, why: list.unfit, action: { label: 'Clear Filters', onClick: list.onClear } }
  return list.none
}
