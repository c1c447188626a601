import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Choice } from './choice.ts'
import { SelectChevron } from './select-chevron.tsx'

interface ShortSelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange' | 'rightSection'> {
  choices: readonly Choice[]
  value: string
  onChange(value: string): void
}

/**
 * The browser's own select, for a short list that people know by heart: the first letters pick while it has the focus,
 * without opening it, and a phone shows its wheel. For lists to search in use ChoiceSelect.
 */
export function ShortSelect({ choices, onChange, ...props }: ShortSelectProps) {
  return (
    <NativeSelect
      {...props}
      data={[...choices]}
      rightSection={<SelectChevron />}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
