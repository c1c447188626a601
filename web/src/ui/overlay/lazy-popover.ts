import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

/** What floats at a button, handed on to the part that draws it (see float-target.tsx). */
export interface LazyPopover {
  opened: boolean
  onChange(opened: boolean): void
  button: RefObject<HTMLButtonElement | null>
  /** Set by the part that draws: what keys do at the button while it is open. */
  keys: RefObject<((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined>
}

/**
 * A button at which a menu, a pop-over or a list opens whose code is fetched when the button is pointed at or reached:
 * what floats is a sixth of what a list's screen would load, and most who look at a list open nothing. Spread `props` on
 * the button, and beside it draw the lazy part in a Suspense once it is `used`.
 */
export function useLazyPopover(kind: 'menu' | 'dialog' | 'listbox', load: () => Promise<unknown>) {
  const [opened, onChange] = useState(false)
  const [used, setUsed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const keys = useRef<LazyPopover['keys']['current']>(undefined)
  if (opened && !used) setUsed(true)
  // Opening asks again, and tells if it fails.
  const fetchEarly = () => void load().catch(() => undefined)
  const props = {
    ref: button,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'data-mantine-stop-propagation': opened || undefined,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // Not every browser gives a pressed button the focus, to which it comes back.
      event.currentTarget.focus()
      onChange(!opened)
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (opened) keys.current?.(event)
      else if (kind !== 'dialog' && event.key === 'ArrowDown') {
        event.preventDefault()
        onChange(true)
      }
    },
  }
  const float: LazyPopover = { opened, onChange, button, keys }
  return { props, float, used }
}
