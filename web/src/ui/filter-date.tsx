import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import css from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'

interface FilterDateProps {
  label: string
  value: string
  onChange(value: string | undefined): void
}

/** A dashed button that opens a date to type or to choose; what is set stands as a chip. */
export function FilterDate({ label, value, onChange }: FilterDateProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={220}>
      <Popover.Target>
        <Button
          className={css.unset}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterField
          filter={{ name: 'date', label, kind: 'date' }}
          nested
          size="sm"
          value={value}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
