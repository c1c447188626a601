import { useEffect, useMemo, useRef, useState } from 'react'
import { searchDelay } from '../basics/use-debounced-text.ts'
import type { Choice } from './choice.ts'
import { notLoaded } from './not-loaded.ts'

/** Fixed options, or a server search that returns the first 50 matches. */
export type ChoiceSource =
  /** `nameOf` returns the label of a value that a record still has but that is no longer offered. */
  | { choices: readonly Choice[]; nameOf?(value: string): string | undefined }
  | { search(typed: string): Promise<readonly Choice[]>; nameOf?(value: string): string | undefined }

/** Maximum number of options that a search returns; typing more letters narrows them down. */
export const maxChoices = 50

/** Maximum number of options shown of a fixed list: a large agency has thousands of agents. */
const maxListed = 100

export interface FoundChoices {
  choices: readonly Choice[]
  state: 'ready' | 'searching' | 'failed'
  /** More match than are shown. */
  isCut: boolean
}

/** What the server answered, and to which text. */
interface Found extends FoundChoices {
  typed?: string
}

/**
 * Options that match the typed text. The server is queried when the list opens and 500 ms after the last key; an answer
 * to an outdated query is dropped. While the state is 'searching', the choices may be those of an earlier text.
 */
export function useChoices(source: ChoiceSource, typed: string, open: boolean): FoundChoices {
  const [found, setFound] = useState<Found>({ choices: [], state: 'searching', isCut: false })
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => {
    const search = 'search' in latest.current ? latest.current.search : undefined
    if (!search || !open) return
    let current = true
    const ask = async () => {
      setFound((before) => ({ ...before, state: 'searching' }))
      try {
        const choices = await search(typed)
        if (current)
          setFound({
            choices: choices.slice(0, maxChoices),
            state: 'ready',
            isCut: choices.length >= maxChoices,
            typed,
          })
      } catch {
        if (current) setFound({ choices: [], state: 'failed', isCut: false, typed })
      }
    }
    const wait = setTimeout(ask, typed === '' ? 0 : searchDelay)
    return () => {
      current = false
      clearTimeout(wait)
    }
  }, [typed, open])
  const offered = 'choices' in source ? source.choices : undefined
  const listed = useMemo((): FoundChoices | undefined => {
    const wanted = typed.trim().toLowerCase()
    const fitting = offered?.filter(({ label }) => label.toLowerCase().includes(wanted))
    const state = offered === notLoaded ? 'searching' : 'ready'
    return fitting && { choices: fitting.slice(0, maxListed), state, isCut: fitting.length > maxListed }
  }, [offered, typed])
  if (listed) return listed
  return found.typed === typed ? found : { ...found, state: 'searching' }
}

/** Label of a selected value. */
export function nameOfChoice(source: ChoiceSource, value: string, found: readonly Choice[] = []): string {
  const known = 'choices' in source ? source.choices : found
  const label = known.find((choice) => choice.value === value)?.label
  return label ?? ('nameOf' in source ? source.nameOf?.(value) : undefined) ?? value
}
