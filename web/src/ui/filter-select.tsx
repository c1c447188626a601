import { Button, Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ChoiceList } from './choice-list.tsx'
import css from './filter-bar.module.css'
import { type ChoiceSource, useChoices } from './use-choices.ts'

interface FilterSelectProps {
  label: string
  value: string | undefined
  source: ChoiceSource
  onChange(value: string | undefined): void
}

/** A dashed button that opens a list to choose from; what is chosen stands as a chip. Choosing it again takes it off. */
export function FilterSelect({ label, value, source, onChange }: FilterSelectProps) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const found = useChoices(source, typed, combobox.dropdownOpened)
  const searchable = 'search' in source || source.choices.length > 8
  return (
    <Combobox
      store={combobox}
      width={240}
      position="bottom-start"
      onOptionSubmit={(chosen) => {
        onChange(chosen === value ? undefined : chosen)
        combobox.closeDropdown()
        combobox.focusTarget()
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          className={css.unset}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable ? (
          <Combobox.Search
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder={`Find in ${label.toLowerCase()}`}
            aria-label={`Find in ${label.toLowerCase()}`}
          />
        ) : null}
        <ChoiceList choices={found.choices} state={found.state} value={value} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
