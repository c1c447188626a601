import { useEffect, useRef, useState } from 'react'

/** How long after the last key a search starts (CONST-03). */
export const searchDelay = 500

/**
 * What is typed into a search input: shown at once, handed on `delay` ms after the last key, or at once by `commit` (Enter). A change from outside (Clear Filters, the back button) replaces what is typed and cancels what waits.
 */
export function useTyped(value: string, onChange: (value: string) => void, delay = searchDelay) {
  const [typed, setTyped] = useState(value)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handOn = useRef(onChange)
  const known = useRef(value)
  useEffect(() => {
    handOn.current = onChange
  })
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    clearTimeout(waiting.current)
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(waiting.current), [])

  const commit = (text: string) => {
    clearTimeout(waiting.current)
    if (text.trim() === known.current) return
    known.current = text.trim()
    handOn.current(text.trim())
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => commit(text), delay)
  }
  return { typed, type, commit: () => commit(typed) }
}
