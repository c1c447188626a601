import { TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '../overlay/overlay-styles.ts'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './use-field.tsx'

/** A few texts as chips: Enter or leaving the field adds one, Backspace takes the last off. A comma is part of a text. */
export function TagsField<Values extends FieldValues>(props: FieldProps<Values> & { placeholder?: string }) {
  const field = useField(props)
  const { rightSection: _none, ...frame } = field.frame
  const value: unknown = field.value
  return (
    <TagsInput
      {...frame}
      ref={field.ref}
      value={Array.isArray(value) ? value.map(String) : []}
      placeholder={props.placeholder}
      splitChars={[]}
      dropdownOpened={false}
      acceptValueOnBlur
      onChange={(next) => field.change(next.map((text) => text.trim()).filter((text) => text !== ''))}
      onBlur={field.blur}
    />
  )
}
