import { readMoney, readPercent, showMoney, showPercent } from '@coverdesk/domain/fields/amount.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, textOf, useField } from './use-field.tsx'

/** How a value is written for people, and read again; null for what cannot be read. */
export interface Notation {
  show(value: string): string
  read(typed: string): string | null
  placeholder: string
}

/** Shows the value in its notation; while one types it is left alone, and read when it can be. */
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
  return (
    <TextInput
      {...field.frame}
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

/** A value in a notation of its own; what cannot be read is kept as typed, for the schema to complain about. */
export function NotationField<Values extends FieldValues>({
  notation,
  ...props
}: FieldProps<Values> & { notation: Notation }) {
  return <NotationInput field={props} notation={notation} />
}

/** Money: shown as $1,234.50 (CONST-13), its value is an Amount such as "1234.50", or the text as typed when it is none. */
export function MoneyField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <NotationInput field={props} notation={{ show: showMoney, read: readMoney, placeholder: '$0.00' }} />
}

/** A percentage: shown as 12.5% (CONST-13), its value is "12.5", or the text as typed when it is none. */
export function PercentField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <NotationInput field={props} notation={{ show: showPercent, read: readPercent, placeholder: '0%' }} />
}
