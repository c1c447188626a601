import { Button, CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { clearFilters } from '../ui/filters/clear-filters.ts'
import type { Filter, FilterChange } from '../ui/filters/filter.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './created-record.module.css'
import type { List } from './use-list.ts'

interface CreatedRecordProps {
  list: List
  filters?: readonly Filter[] | undefined
  onFilter?: ((change: FilterChange) => unknown) | undefined
}

/**
 * Makes a record visible that was just created: highlights its row if the page has it, or clears the filters and sorts the newest
 * first. A strip says so and restores the filters.
 */
export function CreatedRecord({ list, filters = [], onFilter = list.setValues }: CreatedRecordProps) {
  const { created, page, rowKey, busy, newest, sorting, pageNumber, setValues, showCreated } = list
  const place = useRef<HTMLDivElement>(null)
  const removable = filters.filter(({ name }) => !(name in list.fixed))
  const filtered = removable.some(({ name }) => list.values[name] !== undefined)
  const isNewestFirst = sorting.sort === newest && sorting.order === 'desc' && pageNumber === 1
  const index = page?.data.findIndex((row) => rowKey(row) === created) ?? -1
  /** What the list showed before, once it was changed. */
  const [before, setBefore] = useState<FilterChange>()
  const [restores, setRestores] = useState(false)
  const marked = useRef(false)
  useEffect(() => {
    if (busy || !page) return
    if (before === undefined) {
      if (index >= 0 && highlight(place.current, index)) return showCreated()
      const shown = removable.map(({ name }) => [name, textOf(list.values[name])])
      setBefore({ ...Object.fromEntries(shown), sort: sorting.sort, order: sorting.order })
      setRestores(filtered)
      onFilter({ ...clearFilters(removable), sort: newest, order: 'desc', pageNumber: undefined })
    } else if (isNewestFirst && !filtered) {
      if (index >= 0 && !marked.current) highlight(place.current, index)
      marked.current = true
      // The user may not see it, such as a record of another agent.
      if (index < 0 || !restores) showCreated()
    }
  })
  return (
    <div ref={place} className={css.place}>
      {before && restores && isNewestFirst && !filtered ? (
        <NoticeLine
          tone="blue"
          action={
            <span className={css.answers}>
              <Button
                size="xs"
                onClick={() => {
                  showCreated()
                  setValues(before)
                }}
              >
                Restore filters
              </Button>
              <CloseButton size="sm" onClick={() => showCreated()} />
            </span>
          }
        >
          The filters hid the new record, so they are cleared.
        </NoticeLine>
      ) : null}
    </div>
  )
}

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

/** Highlights a row of the table for a moment; false if it is not rendered. */
function highlight(place: Element | null, index: number): boolean {
  const screen = place?.parentElement
  const row = screen?.querySelector(`tr[data-row="${index}"]`) ?? screen?.querySelectorAll('[data-phone-row]')[index]
  if (!row) return false
  row.scrollIntoView({ block: 'nearest' })
  const fades = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const strong = { backgroundColor: 'var(--green-bg)' }
  for (const cell of row.matches('tr') ? row.children : [row])
    cell.animate([strong, { ...strong, offset: 0.6 }, {}], { duration: 3_000, easing: fades ? 'ease-out' : 'step-end' })
  return true
}
