import { useLayoutEffect, useRef } from 'react'

/**
 * Previously focused elements, newest first, so that focus can return even if a menu or dialog in between was removed.
 */
let trail: readonly HTMLElement[] = []

/**
 * Focuses a button again that lost the focus because it was disabled, as while it saves: after a failure, Enter tries
 * again.
 */
const enabling = new MutationObserver(() => {
  const [last] = trail
  if (document.activeElement === document.body) last?.focus({ preventScroll: true })
})

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement)
    trail = [target, ...trail.filter((element) => element !== target && element.isConnected)].slice(0, 100)
  enabling.disconnect()
  if (target instanceof HTMLButtonElement) enabling.observe(target, { attributeFilter: ['disabled'] })
})

/**
 * Returns focus to the element that opened a dialog as soon as it closes, or to that element's opener if it is gone
 * (the button of a menu, the table behind another dialog). Spread the result on the dialog: while it fades out it is
 * inert, so that late fields or Mantine's focus trap cannot take focus back.
 */
export function useFocusBack(opened: boolean): { inert: boolean; returnFocus: false } {
  const path = useRef<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    const at = document.activeElement
    if (opened) {
      // A click on something that cannot take focus: there is no element to return to.
      path.current = at instanceof HTMLElement && at !== document.body ? [at, ...trail] : []
      return
    }
    // Another dialog above keeps the focus.
    if (at?.closest('[aria-modal="true"]') && !at.closest('[inert]')) return
    // Skips elements that are gone, hidden or in a dialog that is closing too.
    path.current.find((place) => {
      place.focus({ preventScroll: true })
      return document.activeElement === place
    })
    path.current = []
  }, [opened])
  useLayoutEffect(
    () => () => {
      const [opener] = path.current
      // Removed while it was open, and its focus with it.
      queueMicrotask(() => document.activeElement === document.body && opener?.focus({ preventScroll: true }))
    },
    [],
  )
  return { inert: !opened, returnFocus: false }
}
