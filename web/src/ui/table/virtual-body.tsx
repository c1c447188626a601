import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import { usePrinting } from '../basics/use-printing.ts'
import css from './data-table.module.css'
import type { TableBodyProps } from './table-body-props.ts'
import { useScrollToActive } from './use-scroll-to-active.ts'

const headerHeight = 32
/** Minimum height of everything around the rows; used for the first estimate of the visible ones. */
const aroundTable = 200

/** Renders visible rows with some overscan, and empty space for the rest. */
export function VirtualBody({ count, rowHeight, columns, scroller, active, renderRow }: TableBodyProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 1000, height: window.innerHeight - aroundTable },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: Measure again only when the density changes
  useEffect(() => virtual.measure(), [rowHeight])
  useScrollToActive(active, (index) => {
    const begin = index * rowHeight
    const { scrollOffset, scrollRect } = virtual
    const inView =
      scrollOffset !== null &&
      scrollRect !== null &&
      begin >= scrollOffset &&
      begin + rowHeight + headerHeight <= scrollOffset + scrollRect.height
    // Scrolling to the current position would force a layout in the middle of a click.
    if (!inView) virtual.scrollToIndex(index, { align: 'auto' })
  })
  const printing = usePrinting()
  if (printing) return Array.from({ length: count }, (_, index) => renderRow(index))
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Space height={before} columns={columns} />
      {items.map((item) => renderRow(item.index))}
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
