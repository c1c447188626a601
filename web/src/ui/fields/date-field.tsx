import type { FieldValues } from 'react-hook-form'
import { DateBox } from '../dates/date-box.tsx'
import { type FieldProps, textOf, useField } from './use-field.tsx'

/** A day, typed as MM/DD/YYYY or chosen; its value is YYYY-MM-DD, or the text as typed when it is no day. */
export function DateField<Values extends FieldValues>(
  props: FieldProps<Values> & { autoComplete?: string; birth?: true; notBefore?: string },
) {
  const field = useField(props)
  const { rightSection, ...frame } = field.frame
  return (
    <DateBox
      {...frame}
      alert={rightSection}
      birth={props.birth}
      notBefore={props.notBefore}
      autoComplete={props.autoComplete}
      calendarLabel={props.label}
      inputRef={field.ref}
      value={textOf(field.value)}
      onChange={field.change}
      onBlur={field.blur}
    />
  )
}
