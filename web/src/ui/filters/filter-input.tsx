import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDebouncedText } from '../basics/use-debounced-text.ts'

interface FilterInputProps {
  filter: { kind: 'text' | 'number'; label: string; width?: number; placeholder?: string; delay?: number; name: string }
  value: string
  /** The first text filter of a row has the search icon, since `/` focuses it. */
  first?: boolean
  onChange(value: string | undefined): void
}

/** Text filter in the row: its label is both placeholder and accessible name. */
export function FilterInput({ filter, value, first, onChange }: FilterInputProps) {
  const { typed, type, commit } = useDebouncedText(value, (text) => onChange(text || undefined), filter.delay)
  return (
    <TextInput
      w={filter.width ?? 148}
      aria-label={filter.label}
      placeholder={filter.placeholder ?? filter.label}
      value={typed}
      inputMode={filter.kind === 'number' ? 'numeric' : undefined}
      leftSection={first ? <IconSearch size={14} stroke={1.75} aria-hidden /> : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
