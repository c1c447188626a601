import { useEffect, useRef } from 'react'

/** Brings the active row into view whenever it changes, but not at the first paint. */
export function useFollow(active: number, follow: (index: number) => void) {
  const last = useRef(active)
  useEffect(() => {
    if (last.current === active) return
    last.current = active
    follow(active)
  })
}
