import type { EmptyContent } from '../basics/list-column.ts'

/**
 * Why a list is empty and what to do: the page is past the end, no row matches the filters, or there is no data yet.
 */
export function emptyText(list: {
  total: number
  filtered: boolean
  /** Text when no row matches the filters. */
  noMatches: string
  noData: EmptyContent
  onFirst(): void
  onClear(): void
}): EmptyContent {
  if (list.total > 0)
    return { why: 'This page is past the end of the list.', action: { label: 'First page', onClick: list.onFirst } }
  if (list.filtered)
    return { title: list.noData.title, why: list.noMatches, action: { label: 'Clear Filters', onClick: list.onClear } }
  return list.noData
}
