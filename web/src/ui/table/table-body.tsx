import { lazy, Suspense, useEffect, useState } from 'react'
import type { TableBodyProps } from './table-body-props.ts'
import { useFollow } from './use-follow.ts'
import type { VirtualBody } from './virtual-body.tsx'

/** Above this many rows only those in view are in the page; below, find-in-page and screen readers have them all. */
const virtualAbove = 100
/** Loaded with the first long list: most lists are short and do not need it. */
const load = async () => {
  loaded = (await import('./virtual-body.tsx')).VirtualBody
  return { default: loaded }
}
let loaded: typeof VirtualBody | undefined
const LazyBody = lazy(load)

/** Fetches the code of a long list while its rows are still on their way. */
export function useLongBody(expected = 0): void {
  useEffect(() => {
    // Drawing asks again, and tells if it fails.
    if (expected > virtualAbove) load().catch(() => undefined)
  }, [expected])
}

/** The rows of a table; of a long list only those in view, and its first ones while the code for that is on its way. */
export function TableBody(props: TableBodyProps) {
  return props.count <= virtualAbove ? <PlainBody {...props} /> : <LongBody {...props} />
}

function LongBody(props: TableBodyProps) {
  // What was lazy at first stays so: another component would lose its place.
  const [Body] = useState(() => loaded ?? LazyBody)
  const inView = Math.ceil(window.innerHeight / props.rowHeight)
  return (
    <Suspense fallback={<PlainBody {...props} count={Math.min(inView, props.count)} />}>
      <Body {...props} />
    </Suspense>
  )
}

/** All rows, for lists of up to 100. */
function PlainBody({ count, active, scroller, renderRow }: TableBodyProps) {
  useFollow(active, (index) =>
    scroller.current?.querySelector(`tr[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  return <>{Array.from({ length: count }, (_, index) => renderRow(index))}</>
}
