import type { ComboboxStore } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Choice } from './choice.ts'
import { bestChoice, onlyChoice } from './typed-choice.ts'
import type { FoundChoices } from './use-choices.ts'

/**
 * Lets Enter choose by typed text: it takes the highlighted match, waits for a search that is not done, and opens a list
 * that was closed. Without this, Enter would submit the form around it and drop the text. Returns the handler for the
 * input's keys.
 */
export function useTypedChoice(
  combobox: ComboboxStore,
  typed: string,
  found: FoundChoices,
  choose: (choice: Choice) => void,
): (event: KeyboardEvent) => void {
  const enterWaits = useRef(false)
  const isTyped = typed.trim() !== ''
  const { choices, state } = found
  const latest = useRef({ combobox, choose })
  useEffect(() => {
    latest.current = { combobox, choose }
  })
  const { dropdownOpened } = combobox
  useEffect(() => {
    const { combobox, choose } = latest.current
    if (!isTyped || !dropdownOpened) {
      enterWaits.current = false
      return
    }
    if (state !== 'ready') return combobox.resetSelectedOption()
    const best = bestChoice(choices, typed)
    if (best === -1) combobox.resetSelectedOption()
    else combobox.selectOption(best)
    const only = enterWaits.current ? onlyChoice(choices, typed, false) : undefined
    enterWaits.current = false
    if (only) choose(only)
  }, [isTyped, dropdownOpened, state, choices, typed])
  return (event) => {
    if (event.key !== 'Enter' || !isTyped) return
    if (!dropdownOpened) {
      event.preventDefault()
      return combobox.openDropdown()
    }
    if (state === 'ready' && choices.length > 0) return
    event.preventDefault()
    enterWaits.current = state === 'searching'
  }
}
