import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import css from '../basics/field.module.css'
import { usePhone } from '../basics/use-phone.ts'
import { useUiTexts } from '../texts/ui-texts.ts'
import { useFormTexts } from './form-texts.ts'

/** What every field of a form takes; `name` is checked when the form's type is given: `<TextField<NewAgent> name="email" …>`. */
export interface FieldProps<Values extends FieldValues> {
  name: FieldPath<Values>
  label: string
  /** Written beside the label. Fields are required unless they say so. */
  optional?: boolean
  /** Marks the field with an asterisk, in a form that says which ones are required instead of which are not. */
  required?: boolean
  /** Only where it is needed. */
  help?: ReactNode
  disabled?: boolean
}

/** Binds a field to its form by name: the value, how to change it, and what Mantine's inputs want for label and error. */
export function useField<Values extends FieldValues>({
  name,
  label,
  optional,
  required,
  help,
  disabled,
}: FieldProps<Values>) {
  const texts = useUiTexts()
  const { problem } = useFormTexts()
  const { field, fieldState } = useController<FieldValues, string>({ name, disabled })
  const message = fieldState.error?.message
  const error = message && problem(message)
  const size: 'md' | 'xl' = usePhone() ? 'xl' : 'md'
  return {
    value: field.value,
    change: field.onChange,
    blur: field.onBlur,
    ref: field.ref,
    frame: {
      name,
      size,
      disabled,
      required,
      withAsterisk: required,
      label: optional ? (
        <>
          {label} <span className={css.optional}>{texts.optional}</span>
        </>
      ) : (
        label
      ),
      description: help,
      error,
      rightSection: error ? <IconAlertCircle className={css.alert} size={16} stroke={1.75} aria-hidden /> : undefined,
    },
  }
}

/** The value of a field that holds text; a number is written out, anything else is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}
