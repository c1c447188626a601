import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDebouncedText } from '../basics/use-debounced-text.ts'

/** The maximum of `TextFilter` in the contracts: a longer text would be dropped from the address, and the list would show all rows. */
const maxFilterLength = 100

type Look = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'size' | 'w'>

interface TextFilterProps extends Look {
  value: string
  /** Shows the number keys of a phone. */
  numeric?: boolean
  /** Shows the search icon. */
  icon?: boolean
  /** Milliseconds from the last key to the change; 500 unless set (CONST-03). */
  delay?: number
  /** undefined when the text is cleared. */
  onChange(value: string | undefined): void
}

/** Text by which a list is filtered: applies shortly after the last key, or at once with Enter. */
export function TextFilter({ value, numeric, icon, delay, onChange, ...look }: TextFilterProps) {
  const { typed, type, commit } = useDebouncedText(value, (text) => onChange(text || undefined), delay)
  return (
    <TextInput
      {...look}
      value={typed}
      maxLength={maxFilterLength}
      inputMode={numeric ? 'numeric' : undefined}
      leftSection={icon ? <IconSearch size={14} stroke={1.75} aria-hidden /> : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
