import { useEffectEvent, useLayoutEffect } from 'react'

/** What Esc does in each open dialog, the topmost last. */
const open: (() => void)[] = []

addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    // Esc in an open option list closes only the list.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
    open.at(-1)?.()
  },
  { capture: true },
)

/**
 * Calls `onEscape` on Esc while `opened`, in the topmost dialog only. Mantine's own listeners would close a dialog below,
 * too. A layout effect, so that the next key already reaches the dialog that is then on top.
 */
export function useEscape(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!opened) return
    const entry = () => close()
    open.push(entry)
    return () => void open.splice(open.indexOf(entry), 1)
  }, [opened])
}
