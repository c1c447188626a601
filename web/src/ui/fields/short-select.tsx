import { NativeSelect } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import type { Choice } from '../choices/choice.ts'
import { SelectChevron } from '../choices/select-chevron.tsx'
import { type FieldProps, textOf, useField } from './use-field.tsx'

/**
 * One of a short list that people know by heart, as the browser's own select: the first letters pick while it has the
 * focus, without opening it, and a phone shows its wheel. For lists to search in take SelectField.
 */
export function ShortSelectField<Values extends FieldValues>({
  choices,
  emptyLabel = '',
  ...props
}: FieldProps<Values> & {
  choices: readonly Choice[]
  /** Label of the choice without a value. */
  emptyLabel?: string
}) {
  const field = useField(props)
  const { rightSection: _, ...frame } = field.frame
  return (
    <NativeSelect
      {...frame}
      ref={field.ref}
      rightSection={<SelectChevron />}
      data={[{ value: '', label: emptyLabel }, ...choices]}
      value={textOf(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.blur}
    />
  )
}
