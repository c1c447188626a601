import { type RefObject, useEffect, useState } from 'react'

/** True while columns go on behind the right edge of a scrolling box. */
export function useScrollEdge(scroller: RefObject<HTMLElement | null>, changes: readonly unknown[]): boolean {
  const [goesOn, setGoesOn] = useState(false)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => setGoesOn(box.scrollWidth - box.scrollLeft - box.clientWidth > 1)
    // Looks for the first time too, after the layout and without asking for one.
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
