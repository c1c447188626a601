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

/**
 * A page with another first row starts at the top, or where the user left it if they came back. `returned` is the row
 * that they had opened, until `touch` names the row that they use next.
 */
export function usePlace({ keys, scroller, store, start, focus }: PlacedTable) {
  const [first] = keys
  const [shown, setShown] = useState<{ first: string | undefined; entry?: string; place?: TablePlace | undefined }>({
    first: undefined,
  })
  const [returned, setReturned] = useState<string>()
  const opened = useRef<string | undefined>(undefined)
  const latest = useRef({ keys, focus })
  if (first !== shown.first) {
    const entry = store?.entry()
    const place = entry === undefined || entry === shown.entry ? undefined : store?.of(entry)
    const row = place?.row === undefined ? -1 : keys.indexOf(place.row)
    setShown(first === undefined ? { first } : { first, ...(entry === undefined ? {} : { entry }), place })
    setReturned(row < 0 ? undefined : place?.row)
    start(Math.max(0, row))
  }
  useLayoutEffect(() => {
    latest.current = { keys, focus }
  })
  const { place } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when other rows are shown
  useLayoutEffect(() => {
    opened.current = place?.row
    if (scroller.current) scroller.current.scrollTop = place?.top ?? 0
    const row = place?.row === undefined ? -1 : latest.current.keys.indexOf(place.row)
    if (row >= 0 && isFocusFree()) latest.current.focus(row)
  }, [shown.first, place, scroller])
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
