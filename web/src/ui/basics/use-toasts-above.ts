import { type RefObject, useEffect } from 'react'

const gap = 16

/** Keeps toasts above a box that is fixed to the bottom of the page, whatever its height, while it is mounted. */
export function useToastsAbove(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = foot.current
    if (!box) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const below = Math.max(0, innerHeight - box.getBoundingClientRect().bottom)
      style.setProperty('--toast-bottom', `${below + box.offsetHeight + gap}px`)
    })
    observer.observe(box)
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-bottom')
    }
  }, [foot])
}
