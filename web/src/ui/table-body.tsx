import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import css from './data-table.module.css'

/** Above this many rows only those in view are in the page; below, find-in-page and screen readers have them all. */
export const virtualAbove = 100
const headerHeight = 32
/** What top bar, page head, filters and pager take of the window's height, at least: the first guess of how much is in view. */
const aroundTable = 200

export interface TableBodyProps {
  count: number
  rowHeight: number
  columns: number
  scroller: RefObject<HTMLDivElement | null>
  /** The row that the keyboard is on; it is kept in view. */
  active: number
  paint(index: number): ReactNode
}

/** All rows, for lists of up to 100. */
export function PlainBody({ count, active, scroller, paint }: TableBodyProps) {
  useFollow(active, (index) =>
    scroller.current?.querySelector(`tr[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  return <>{Array.from({ length: count }, (_, index) => paint(index))}</>
}

/** The rows in view with some before and after, and the rest as empty space. */
export function VirtualBody({ count, rowHeight, columns, scroller, active, paint }: TableBodyProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 1000, height: window.innerHeight - aroundTable },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again only when the density changes
  useEffect(() => virtual.measure(), [rowHeight])
  useFollow(active, (index) => virtual.scrollToIndex(index, { align: 'auto' }))
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Space height={before} columns={columns} />
      {items.map((item) => paint(item.index))}
      <Space height={after} columns={columns} />
    </>
  )
}

function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className={css.space} style={{ height }}>
      <td colSpan={columns} />
    </tr>
  )
}

/** Brings the active row into view whenever it changes, but not at the first paint. */
function useFollow(active: number, follow: (index: number) => void) {
  const last = useRef(active)
  useEffect(() => {
    if (last.current === active) return
    last.current = active
    follow(active)
  })
}
