import { useLayoutEffect, useRef } from 'react'

/** What has had the focus, the newest first, so that there is a way back also from a menu or a dialog that has gone. */
let trail: readonly HTMLElement[] = []

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement)
    trail = [target, ...trail.filter((one) => one !== target && one.isConnected)].slice(0, 100)
})

/**
 * Takes the focus back to where a dialog was opened from as soon as it closes, or to what led there when that has gone:
 * the button of a menu, the table behind another dialog. Spread what it answers on the dialog: while it fades out it is
 * inert, so that nothing that comes late, such as its fields or Mantine's focus trap, takes the focus into it again.
 */
export function useFocusBack(opened: boolean): { inert: boolean; returnFocus: false } {
  const way = useRef<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    const at = document.activeElement
    if (opened) {
      // A click on nothing that takes the focus began here: there is nowhere to go back to.
      way.current = at instanceof HTMLElement && at !== document.body ? [at, ...trail] : []
      return
    }
    // Another dialog stands above it, and keeps the focus.
    if (at?.closest('[aria-modal="true"]') && !at.closest('[inert]')) return
    // What has gone, is hidden or stands in a dialog that closes too does not take it.
    way.current.find((place) => {
      place.focus({ preventScroll: true })
      return document.activeElement === place
    })
    way.current = []
  }, [opened])
  return { inert: !opened, returnFocus: false }
}
