import { type ComponentProps, useEffect, useLayoutEffect, useState } from 'react'
import './overlay-styles.ts'
import type { LazyPopover } from './lazy-popover.ts'

/**
 * The button of a Float as the target of Mantine's Menu, Popover or Combobox, which want to draw their target themselves:
 * `<Menu.Target><FloatTarget float={float} /></Menu.Target>`. It draws nothing, but hands Mantine the button that stands
 * in the page already, and the button what Mantine says of it.
 */
export function PopoverTarget({ float, ref, ...rest }: { float: LazyPopover } & ComponentProps<'button'>) {
  const { button, keys } = float
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button.current)
    else if (ref) ref.current = button.current
  }, [ref, button])
  useLayoutEffect(() => {
    keys.current = rest.onKeyDown
    for (const name of ['id', 'aria-controls', 'aria-activedescendant'] as const) {
      const value = rest[name]
      if (value) button.current?.setAttribute(name, value)
      else button.current?.removeAttribute(name)
    }
  })
  return null
}

/** Whether a Float is open, a moment late: Mantine remembers where the focus goes back to only when it sees it open. */
export function useOpened({ opened }: LazyPopover): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return drawn && opened
}
