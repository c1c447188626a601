import { lazy, Suspense, useEffect, useState } from 'react'
import type { TableBodyProps } from './table-body-props.ts'
import { useScrollToActive } from './use-scroll-to-active.ts'
import type { VirtualBody } from './virtual-body.tsx'

/** Lists with more rows are virtualized; shorter ones render all rows for find-in-page and screen readers. */
const virtualAbove = 100
/** Loaded with the first long list. */
const load = async () => {
  loaded = (await import('./virtual-body.tsx')).VirtualBody
  return { default: loaded }
}
let loaded: typeof VirtualBody | undefined
const LazyBody = lazy(load)

/** Preloads the code of long lists while the rows are loading. */
export function usePreloadVirtualBody(expected = 0): void {
  useEffect(() => {
    // Rendering retries and reports the error.
    if (expected > virtualAbove) load().catch(() => undefined)
  }, [expected])
}

/** Rows of a table; a long list is virtualized, and shows its first rows while that code loads. */
export function TableBody(props: TableBodyProps) {
  return props.count <= virtualAbove ? <PlainBody {...props} /> : <VirtualizedBody {...props} />
}

function VirtualizedBody(props: TableBodyProps) {
  // Keeps the initial choice: switching components would lose the scroll position.
  const [Body] = useState(() => loaded ?? LazyBody)
  const inView = Math.ceil(window.innerHeight / props.rowHeight)
  return (
    <Suspense fallback={<PlainBody {...props} count={Math.min(inView, props.count)} />}>
      <Body {...props} />
    </Suspense>
  )
}

/** Renders all rows, for lists of up to 100. */
function PlainBody({ count, active, scroller, renderRow }: TableBodyProps) {
  useScrollToActive(active, (index) =>
    scroller.current?.querySelector(`tr[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  return <>{Array.from({ length: count }, (_, index) => renderRow(index))}</>
}
