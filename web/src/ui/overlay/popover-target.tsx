import { type ComponentProps, useEffect, useLayoutEffect, useState } from 'react'
import './overlay-styles.ts'
import type { LazyPopover } from './lazy-popover.ts'

/**
 * Makes the button of a lazy popover the target of Mantine's Menu, Popover or Combobox, which expect to render the
 * target themselves: `<Menu.Target><PopoverTarget state={popover} /></Menu.Target>`. It renders nothing; it passes the
 * existing button to Mantine, and Mantine's props to the button.
 */
export function PopoverTarget({ state, ref, ...rest }: { state: LazyPopover } & ComponentProps<'button'>) {
  const { button, keys } = state
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

/**
 * Whether a lazy popover is open, one render late: Mantine records the element to refocus only when it sees the
 * transition to open.
 */
export function useOpened({ opened }: LazyPopover): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return drawn && opened
}
