import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTyped } from './use-typed.ts'

interface FilterInputProps {
  filter: { kind: 'text' | 'number'; label: string; width?: number; placeholder?: string; delay?: number; name: string }
  value: string
  onChange(value: string | undefined): void
}

/** A filter to type into, in the row: its label is its placeholder and its name. */
export function FilterInput({ filter, value, onChange }: FilterInputProps) {
  const { typed, type, commit } = useTyped(value, (text) => onChange(text || undefined), filter.delay)
  const wide = filter.width ?? 148
  return (
    <TextInput
      w={wide}
      aria-label={filter.label}
      placeholder={filter.placeholder ?? filter.label}
      value={typed}
      inputMode={filter.kind === 'number' ? 'numeric' : undefined}
      leftSection={wide >= 140 ? <IconSearch size={14} stroke={1.75} aria-hidden /> : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
