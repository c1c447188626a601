import { type RefObject, useEffect, useState } from 'react'

/** True while columns are hidden beyond the right edge of a scroll container. */
export function useScrollEdge(scroller: RefObject<HTMLElement | null>, changes: readonly unknown[]): boolean {
  const [hasMore, setGoesOn] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const update = () => setGoesOn(box.scrollWidth - box.scrollLeft - box.clientWidth > 1)
    // The observer also fires initially, after layout, so no extra layout is forced.
    const observer = new ResizeObserver(update)
    observer.observe(box)
    box.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', update)
    }
  }, [scroller, ...changes])
  return hasMore
}
