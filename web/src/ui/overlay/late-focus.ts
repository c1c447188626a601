import { useEffect } from 'react'

const closeButton = '.mantine-Modal-close, .mantine-Drawer-close'

/**
 * Moves the focus from the close button to the control with `data-autofocus` if that loads after the dialog opened.
 * Stays away once the user has moved the focus.
 */
export function useLateFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const loading = new MutationObserver(() => {
      const at = document.activeElement
      if (!at?.matches(closeButton)) return
      at.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    })
    const stop = () => {
      loading.disconnect()
      document.removeEventListener('focusin', stopWhenMoved)
    }
    const stopWhenMoved = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role="dialog"]') && !target.matches(closeButton)) stop()
    }
    loading.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', stopWhenMoved)
    return stop
  }, [opened])
}
