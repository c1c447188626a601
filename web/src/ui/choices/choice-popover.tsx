import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import type { LazyPopover } from '../overlay/lazy-popover.ts'
import { PopoverTarget, useOpened } from '../overlay/popover-target.tsx'
import { ChoiceList } from './choice-list.tsx'
import { type ChoiceSource, useChoices } from './use-choices.ts'
import { useTypedChoice } from './use-typed-choice.ts'

interface ChoicePopoverProps {
  popover: LazyPopover
  label: string
  value: string | undefined
  source: ChoiceSource
  onChange(value: string | undefined): void
}

/** Popover content of ChoiceButton. */
export function ChoicePopover({ popover, label, value, source, onChange }: ChoicePopoverProps) {
  const [typed, setTyped] = useState('')
  const opened = useOpened(popover)
  const list = useId()
  const combobox = useCombobox({
    opened,
    onOpenedChange: popover.onChange,
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped('')
    },
  })
  useEffect(() => {
    if (opened) combobox.focusSearchInput()
  }, [opened, combobox.focusSearchInput])
  const found = useChoices(source, typed, opened)
  const pick = (chosen: string) => {
    onChange(chosen === value ? undefined : chosen)
    combobox.closeDropdown()
    combobox.focusTarget()
  }
  const onKeyDown = useTypedChoice(combobox, typed, found, (choice) => pick(choice.value))
  const searchable = 'search' in source || source.choices.length > 8
  return (
    <Combobox
      store={combobox}
      width={240}
      position="bottom-start"
      // In the landmark of the filters, but outside scroll containers that would clip it.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={pick}
    >
      <Combobox.Target targetType="button">
        <PopoverTarget state={popover} />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searchable ? (
          <Combobox.Search
            value={typed}
            onKeyDown={onKeyDown}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder={`Find in ${label.toLowerCase()}`}
            aria-label={`Find in ${label.toLowerCase()}`}
            role="combobox"
            aria-expanded={opened}
            aria-controls={list}
          />
        ) : null}
        <ChoiceList id={list} found={found} value={value} />
      </Combobox.Dropdown>
    </Combobox>
  )
}
