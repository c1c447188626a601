import { Combobox, InputBase, type InputBaseProps, Loader, useCombobox } from '@mantine/core'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { Choice } from './choice.ts'
import { ChoiceList } from './choice-list.tsx'
import '../overlay/overlay-styles.ts'
import { useSelectOnFocus } from '../fields/select-on-focus.ts'
import { SelectChevron } from './select-chevron.tsx'
import { onlyChoice, withoutChoice } from './typed-choice.ts'
import { type ChoiceSource, nameOfChoice, useChoices } from './use-choices.ts'
import { useHeldSubmit } from './use-held-submit.ts'
import { useTypedChoice } from './use-typed-choice.ts'

interface ChoiceSelectProps extends InputBaseProps {
  /** '' when nothing is selected. */
  value: string
  source: ChoiceSource
  onChange(value: string): void
  onBlur?(): void
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  /** Clearing the text clears the selection. */
  clearable?: boolean
  name?: string
}

/**
 * Searchable select. The server searches long lists and returns at most 50 options (use-choices.ts). Leaving the input
 * takes the only match of the typed text, and a form that is submitted before waits for it; otherwise it restores the
 * previous selection, says so, and the form is not submitted before the user came back to the input.
 */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { value, source, onChange, onBlur, inputRef, placeholder, clearable, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<{ value: string; label: string }>()
  // The text that was left before its search was done, and what is said of one that chose nothing.
  const [isLeft, setLeft] = useState(false)
  const [unmatched, setUnmatched] = useState<string>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useChoices(source, typed ?? '', combobox.dropdownOpened || isLeft)
  const shown = value === '' ? '' : picked?.value === value ? picked.label : nameOfChoice(source, value, found.choices)
  const held = useHeldSubmit(isLeft ? 'waits' : unmatched === undefined ? undefined : 'blocks')
  const choose = (choice: Choice) => {
    setPicked(choice)
    setTyped(undefined)
    setUnmatched(undefined)
    onChange(choice.value)
    combobox.closeDropdown()
  }
  // Typing replaces the chosen name: behind it, nothing would match.
  const select = useSelectOnFocus()
  const onKeyDown = useTypedChoice(combobox, typed ?? '', found, choose)
  const settle = (text: string) => {
    setLeft(false)
    const only = onlyChoice(found.choices, text, 'choices' in source)
    if (only) return choose(only)
    setTyped(undefined)
    const choices = found.state === 'failed' ? undefined : found.choices
    setUnmatched(text.trim() === shown ? undefined : withoutChoice(choices, text))
  }
  const latestSettle = useRef(settle)
  useEffect(() => {
    latestSettle.current = settle
  })
  useEffect(() => {
    if (isLeft && typed !== undefined && found.state !== 'searching') latestSettle.current(typed)
  }, [isLeft, typed, found.state])
  return (
    <Combobox
      store={combobox}
      // In the landmark or dialog of the input, so that a click on it counts as inside, but outside scroll containers
      // that would clip it.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(chosen) => {
        const choice = found.choices.find((candidate) => candidate.value === chosen)
        if (choice) choose(choice)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...rest}
          error={rest.error ?? unmatched}
          ref={inputRef}
          value={typed ?? shown}
          placeholder={placeholder}
          autoComplete="off"
          rightSectionPointerEvents="none"
          rightSection={isLeft ? <Loader size={14} /> : <SelectChevron />}
          onMouseDown={select.onMouseDown}
          onClick={(event) => {
            select.onClick(event)
            combobox.openDropdown()
          }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            select.onFocus(event)
            held.forget()
            setLeft(false)
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setUnmatched(undefined)
            combobox.openDropdown()
          }}
          onBlur={(event) => {
            held.at(event.currentTarget)
            if (typed !== undefined && typed.trim() !== '') {
              if (found.state === 'searching') setLeft(true)
              else settle(typed)
            } else {
              if (typed !== undefined && clearable && value !== '') onChange('')
              setTyped(undefined)
              setUnmatched(undefined)
            }
            combobox.closeDropdown()
            onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <ChoiceList found={found} value={value} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
