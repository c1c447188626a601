import { useEffect, useRef } from 'react'

/**
 * Holds back a submission of the form around an input. While it `waits`, the form is submitted afterwards; where it
 * `blocks`, or ends so, the input gets the focus instead. `at` names the input; `forget` gives a held submission up.
 */
export function useHeldSubmit(state: 'waits' | 'blocks' | undefined) {
  const input = useRef<HTMLInputElement>(null)
  const held = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const submitted = held.current
    held.current = null
    if (!state) return submitted?.requestSubmit()
    if (submitted) input.current?.focus()
    const form = input.current?.form
    const hold = (event: Event) => {
      // In the capture phase, so that the form's own handler does not run.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (state === 'blocks') input.current?.focus()
      else held.current = form ?? null
    }
    form?.addEventListener('submit', hold, { capture: true })
    return () => form?.removeEventListener('submit', hold, { capture: true })
  }, [state])
  return {
    at: (element: HTMLInputElement) => {
      input.current = element
    },
    forget: () => {
      held.current = null
    },
  }
}
