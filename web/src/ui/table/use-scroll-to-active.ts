import { useEffect, useRef } from 'react'

/** Scrolls the active row into view when it changes, but not on the first render. */
export function useScrollToActive(active: number, follow: (index: number) => void) {
  const last = useRef(active)
  useEffect(() => {
    if (last.current === active) return
    last.current = active
    follow(active)
  })
}
