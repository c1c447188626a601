import { type FocusEvent, type MouseEvent, useRef } from 'react'

/**
 * Selects the content of an input when it gets the focus, so that typing replaces a prefilled number. A drag of the mouse
 * keeps its own selection.
 */
export function useSelectOnFocus() {
  const pressed = useRef(false)
  return {
    onMouseDown: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      pressed.current = document.activeElement !== currentTarget
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      // After React wrote text that changes with the focus.
      queueMicrotask(() => currentTarget.select())
    },
    // The browser places the caret after the focus event, so a click selects again.
    onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
      if (pressed.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
      pressed.current = false
    },
  }
}
