import { useEffect, useRef, useState } from 'react'

/** Debounce of a search input in ms (CONST-03). */
export const searchDelay = 500

/**
 * State of a search input: shown at once, reported `delay` ms after the last key, or at once by `commit` (Enter) and where
 * the input is closed before. An external change (Clear Filters, the back button) replaces the text and cancels a pending report.
 */
export function useDebouncedText(value: string, onChange: (value: string) => void, delay = searchDelay) {
  const [typed, setTyped] = useState(value)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaid = useRef<{ text: string; page: string }>(undefined)
  const handOn = useRef(onChange)
  const known = useRef(value)
  useEffect(() => {
    handOn.current = onChange
  })
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    clearTimeout(waiting.current)
    unsaid.current = undefined
    setTyped(value)
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      // Its pop-over or sheet was closed. On another page the text would filter another list.
      if (unsaid.current?.page !== location.href) return
      const text = unsaid.current.text.trim()
      if (text !== known.current) handOn.current(text)
    },
    [],
  )

  const commit = (text: string) => {
    clearTimeout(waiting.current)
    unsaid.current = undefined
    if (text.trim() === known.current) return
    known.current = text.trim()
    handOn.current(text.trim())
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(waiting.current)
    unsaid.current = { text, page: location.href }
    waiting.current = setTimeout(() => commit(text), delay)
  }
  return { typed, type, commit: () => commit(typed) }
}
