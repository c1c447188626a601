import { Textarea, TextInput } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, textOf, useField } from './use-field.tsx'

interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'password' | 'tel'
  autoComplete?: string
  /** Keypad of a phone. */
  inputMode?: 'numeric'
  maxLength?: number
  placeholder?: string
  /** The id of a datalist with what may be meant. */
  list?: string
}

/** A line of text. */
export function TextField<Values extends FieldValues>({ type = 'text', ...props }: TextFieldProps<Values>) {
  const field = useField(props)
  const { autoComplete = 'off', inputMode, maxLength, placeholder, list } = props
  return (
    <TextInput
      {...field.frame}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
      maxLength={maxLength}
      placeholder={placeholder}
      list={list}
      ref={field.ref}
      value={textOf(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.blur}
    />
  )
}

/** Several lines of text; it grows with them. */
export function TextareaField<Values extends FieldValues>(
  props: FieldProps<Values> & { maxLength?: number; rows?: number },
) {
  const field = useField(props)
  return (
    <Textarea
      {...field.frame}
      ref={field.ref}
      rows={props.rows ?? 4}
      maxLength={props.maxLength}
      value={textOf(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.blur}
    />
  )
}
