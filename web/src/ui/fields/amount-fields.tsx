import { readMoney, readPercent, showMoney, showPercent } from '@coverdesk/domain/fields/amount.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSelectOnFocus } from './select-on-focus.ts'
import { type FieldProps, textOf, useField } from './use-field.tsx'

/** Format of a number field. */
export interface Notation {
  show(value: string): string
  /** Returns null for text that is not a number. */
  read(typed: string): string | null
  placeholder: string
}

/**
 * Number in its notation, selected on focus. Placing the caret in it shows the plain number, so that '$1,200.00' is edited
 * as '1200.00'. Typed text stays as it is, because dropping a character would change the amount.
 */
function NotationInput<Values extends FieldValues>({
  field: declared,
  notation,
}: {
  field: FieldProps<Values>
  notation: Notation
}) {
  const field = useField(declared)
  const value = textOf(field.value)
  const [typed, setTyped] = useState<string>()
  const { onMouseDown, ...select } = useSelectOnFocus()
  const showPlain = () => setTyped((text) => text ?? value)
  return (
    <TextInput
      {...field.frame}
      {...select}
      onMouseDown={(event) => {
        onMouseDown(event)
        showPlain()
      }}
      onKeyDown={({ key }) => /^(Arrow|Home|End)/.test(key) && showPlain()}
      ref={field.ref}
      className="figures"
      inputMode="decimal"
      autoComplete="off"
      placeholder={notation.placeholder}
      value={typed ?? (notation.show(value) || value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        field.change(text.trim() === '' ? '' : (notation.read(text) ?? text))
      }}
      onBlur={() => {
        setTyped(undefined)
        field.blur()
      }}
    />
  )
}

/** Number in a notation of its own. The value of unreadable text is the text itself, for the schema to refuse. */
export function NotationField<Values extends FieldValues>({
  notation,
  ...props
}: FieldProps<Values> & { notation: Notation }) {
  return <NotationInput field={props} notation={notation} />
}

/** Money, shown as $1,234.50 (CONST-13). Its value is an Amount such as "1234.50", or unreadable text as typed. */
export function MoneyField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <NotationInput field={props} notation={{ show: showMoney, read: readMoney, placeholder: '$0.00' }} />
}

/** Percentage, shown as 12.5% (CONST-13). Its value is "12.5", or unreadable text as typed. */
export function PercentField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <NotationInput field={props} notation={{ show: showPercent, read: readPercent, placeholder: '0%' }} />
}
