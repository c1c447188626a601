import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

/** State of a lazy popover, passed to the part that renders it (see popover-target.tsx). */
export interface LazyPopover {
  opened: boolean
  onChange(opened: boolean): void
  button: RefObject<HTMLButtonElement | null>
  /** Key handler at the button while open; set by the part that renders. */
  keys: RefObject<((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined>
}

/**
 * Button whose menu, popover or option list is loaded when the button is hovered or focused: popovers are a sixth of
 * the code of a list screen, and most visits open none. Spread `props` on the button, and render the lazy part next to
 * it in a Suspense once `used`.
 */
export function useLazyPopover(kind: 'menu' | 'dialog' | 'listbox', load: () => Promise<unknown>) {
  const [opened, onChange] = useState(false)
  const [used, setUsed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const keys = useRef<LazyPopover['keys']['current']>(undefined)
  if (opened && !used) setUsed(true)
  // Opening retries and reports the error.
  const fetchEarly = () => void load().catch(() => undefined)
  const props = {
    ref: button,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'data-mantine-stop-propagation': opened || undefined,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // Not every browser focuses a clicked button, and focus must return to it.
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
  const popover: LazyPopover = { opened, onChange, button, keys }
  return { props, popover, used }
}
