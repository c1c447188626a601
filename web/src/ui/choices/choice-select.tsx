import { Combobox, InputBase, type InputBaseProps, useCombobox } from '@mantine/core'
import { type Ref, useState } from 'react'
import { ChoiceList } from './choice-list.tsx'
import '../overlay/overlay-styles.ts'
import { SelectChevron } from './select-chevron.tsx'
import { type ChoiceSource, nameOfChoice, useChoices } from './use-choices.ts'

interface ChoiceSelectProps extends InputBaseProps {
  /** '' when nothing is chosen. */
  value: string
  source: ChoiceSource
  onChange(value: string): void
  onBlur?(): void
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string
  /** Emptying the text takes the choice off. */
  clearable?: boolean
  name?: string
}

/**
 * A select in whose text one types to find; long lists are searched on the server, which answers 50 (use-choices.ts).
 * Leaving it without a choice puts back what was chosen.
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
      // Inside of the landmark or dialog where the box is, of which a press on it is then one, and not cut off by what scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(chosen) => {
        const choice = found.choices.find((one) => one.value === chosen)
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
