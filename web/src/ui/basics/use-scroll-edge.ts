import { type RefObject, useEffect, useState } from 'react'

/** True while columns are hidden beyond the right edge of a scroll container. */
export function useScrollEdge(scroller: RefObject<HTMLElement | null>, changes: readonly unknown[]): boolean {
  const [goesOn, setGoesOn] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => setGoesOn(box.scrollWidth - box.scrollLeft - box.clientWidth > 1)
    // The observer also fires initially, after layout, so no extra layout is forced.
    const watch = new ResizeObserver(look)
    watch.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller, ...changes])
  return goesOn
}
