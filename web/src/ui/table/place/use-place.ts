import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PlaceStore, TablePlace } from './place-store.ts'

interface PlacedTable {
  /** Keys of the rows on the page; empty before the first response. */
  keys: readonly string[]
  scroller: RefObject<HTMLElement | null>
  store: PlaceStore | undefined
  /** Called while rendering when other rows are shown: `row` is the one that was opened before the user left, else 0. */
  start(row: number): void
  /** Focuses the row after a return. */
  focus(row: number): void
}

/** What the table shows. */
interface Shown {
  first: string | undefined
  entry?: string
  place?: TablePlace | undefined
  /** Counts up when other rows are shown. */
  visit: number
}

/**
 * A page with another first row starts at the top, or where the user left it if they came back. If only new rows stand above the
 * first one, as after a refetch, the user stays where they are. `returned` is the row that they had opened, until `touch` names
 * the row that they use next.
 */
export function usePlace({ keys, scroller, store, start, focus }: PlacedTable) {
  const [first] = keys
  const [shown, setShown] = useState<Shown>({ first: undefined, visit: 0 })
  const [returned, setReturned] = useState<string>()
  const opened = useRef<string | undefined>(undefined)
  const latest = useRef({ keys, focus })
  if (first !== shown.first) {
    const entry = store?.entry()
    if (entry !== undefined && entry === shown.entry && shown.first !== undefined && keys.includes(shown.first))
      setShown({ ...shown, first })
    else {
      const place = entry === undefined || entry === shown.entry ? undefined : store?.of(entry)
      const row = place?.row === undefined ? -1 : keys.indexOf(place.row)
      const visit = shown.visit + 1
      setShown(
        first === undefined ? { first, visit } : { first, visit, ...(entry === undefined ? {} : { entry }), place },
      )
      setReturned(row < 0 ? undefined : place?.row)
      start(Math.max(0, row))
    }
  }
  useLayoutEffect(() => {
    latest.current = { keys, focus }
  })
  const { place, visit } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when other rows are shown, but not for new ones above them
  useLayoutEffect(() => {
    opened.current = place?.row
    if (scroller.current) scroller.current.scrollTop = place?.top ?? 0
    const row = place?.row === undefined ? -1 : latest.current.keys.indexOf(place.row)
    if (row >= 0 && isFocusFree()) latest.current.focus(row)
  }, [visit, place, scroller])
  useEffect(() => {
    if (!store) return
    store.read.current = () => ({ row: opened.current, top: scroller.current?.scrollTop ?? 0 })
    return () => {
      store.read.current = null
    }
  }, [store, scroller])
  const touch = (key: string | undefined) => {
    if (key !== undefined) opened.current = key
    setReturned(undefined)
  }
  return { returned, touch }
}

/** Whether the focus is still where the new screen put it, and not in a dialog or field. */
function isFocusFree(): boolean {
  const at = document.activeElement
  return !at || at === document.body || at.matches('main, main h1')
}
