import { Combobox, InputBase, type InputBaseProps, useCombobox } from '@mantine/core'
import { type Ref, useState } from 'react'
import { ChoiceList } from './choice-list.tsx'
import '../overlay/overlay-styles.ts'
import { SelectChevron } from './select-chevron.tsx'
import { type ChoiceSource, nameOfChoice, useChoices } from './use-choices.ts'

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
 * without a selection restores the previous one.
 */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const { value, source, onChange, onBlur, inputRef, placeholder, clearable, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<{ value: string; label: string }>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useChoices(source, typed ?? '', combobox.dropdownOpened)
  const shown = value === '' ? '' : picked?.value === value ? picked.label : nameOfChoice(source, value, found.choices)
  return (
    <Combobox
      store={combobox}
      // In the landmark or dialog of the input, so that a click on it counts as inside, but outside scroll containers
      // that would clip it.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(chosen) => {
        const choice = found.choices.find((candidate) => candidate.value === chosen)
        if (choice) setPicked(choice)
        setTyped(undefined)
        onChange(chosen)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...rest}
          ref={inputRef}
          value={typed ?? shown}
          placeholder={placeholder}
          autoComplete="off"
          rightSectionPointerEvents="none"
          rightSection={<SelectChevron />}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onBlur={() => {
            if (typed === '' && clearable && value !== '') onChange('')
            setTyped(undefined)
            combobox.closeDropdown()
            onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <ChoiceList choices={found.choices} state={found.state} value={value} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
