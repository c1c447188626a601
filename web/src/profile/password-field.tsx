import type { FieldValues } from 'react-hook-form'
import { PasswordBox } from '../access/passwords/password-box.tsx'
import { type FieldProps, textOf, useField } from '../ui/fields/use-field.tsx'
import { useAccountTexts } from './account-texts.ts'

interface PasswordFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  autoComplete: 'current-password' | 'new-password'
}

/** Password input with a show toggle. */
export function PasswordField<Values extends FieldValues>(props: PasswordFieldProps<Values>) {
  const field = useField(props)
  const texts = useAccountTexts()
  // The toggle replaces the error icon of other fields.
  const { rightSection: _, ...frame } = field.frame
  return (
    <PasswordBox
      {...frame}
      ref={field.ref}
      toggle={texts.toggle(props.label)}
      autoComplete={props.autoComplete}
      value={textOf(field.value)}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.blur}
    />
  )
}
