import { useEffect, useRef, useState } from 'react'
import { searchDelay } from '../basics/use-typed.ts'
import type { Choice } from './choice.ts'

/** Choices come ready, or are asked from the server, which answers the first 50 that fit. */
export type ChoiceSource =
  /** `nameOf` names a value that a record still has though it is offered no more. */
  | { choices: readonly Choice[]; nameOf?(value: string): string | undefined }
  | { search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }

/** Most that a list to choose from shows; the person types more letters to see others. */
export const maxChoices = 50

interface Found {
  choices: readonly Choice[]
  state: 'ready' | 'searching' | 'failed'
}

/**
 * The choices that fit what is typed. The server is asked when the list opens, and 500 ms after the last
 * key; an answer that comes after a newer question is dropped.
 */
export function useChoices(source: ChoiceSource, typed: string, open: boolean): Found {
  const [found, setFound] = useState<Found>({ choices: [], state: 'searching' })
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => {
    const search = 'search' in latest.current ? latest.current.search : undefined
    if (!search || !open) return
    let current = true
    const ask = async () => {
      setFound((before) => ({ choices: before.choices, state: 'searching' }))
      try {
        const choices = await search(typed)
        if (current) setFound({ choices: choices.slice(0, maxChoices), state: 'ready' })
      } catch {
        if (current) setFound({ choices: [], state: 'failed' })
      }
    }
    const wait = setTimeout(ask, typed === '' ? 0 : searchDelay)
    return () => {
      current = false
      clearTimeout(wait)
    }
  }, [typed, open])
  if (!('choices' in source)) return found
  const wanted = typed.trim().toLowerCase()
  return { choices: source.choices.filter((choice) => choice.label.toLowerCase().includes(wanted)), state: 'ready' }
}

/** The words for a chosen value. */
export function nameOfChoice(source: ChoiceSource, value: string, found: readonly Choice[] = []): string {
  const known = 'choices' in source ? source.choices : found
  const label = known.find((choice) => choice.value === value)?.label
  return label ?? ('nameOf' in source ? source.nameOf?.(value) : undefined) ?? value
}
