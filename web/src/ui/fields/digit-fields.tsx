import { cardBrand, showCardNumber, showExpiry } from '@coverdesk/domain/fields/payment-card.ts'
import { digitsOf, showPhone, showSsn } from '@coverdesk/domain/fields/personal-numbers.ts'
import { TextInput } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { caretAfter } from '../basics/caret.ts'
import css from '../basics/field.module.css'
import { type FieldProps, textOf, useField } from './use-field.tsx'

interface DigitInputProps<Values extends FieldValues> {
  field: FieldProps<Values>
  /** Formats as far as typed; what it answers is the value of the field. */
  format(typed: string): string
  /** What is shown while the field does not have the focus. */
  resting?(value: string): string
  autoComplete: string
  placeholder?: string
  aside?(value: string): ReactNode
}

/** Digits that are formatted while they are typed; the caret stays behind the digit it was behind. */
function DigitInput<Values extends FieldValues>(props: DigitInputProps<Values>) {
  const field = useField(props.field)
  const value = props.format(textOf(field.value))
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [here, setHere] = useState(false)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  return (
    <TextInput
      {...field.frame}
      rightSection={field.frame.rightSection ?? props.aside?.(value)}
      ref={(element) => {
        input.current = element
        field.ref(element)
      }}
      value={here || !props.resting ? value : props.resting(value)}
      inputMode="numeric"
      autoComplete={props.autoComplete}
      placeholder={props.placeholder}
      onFocus={() => setHere(true)}
      onChange={(event) => {
        const box = event.currentTarget
        const text = props.format(box.value)
        caret.current = caretAfter(text, digitsOf(box.value.slice(0, box.selectionStart ?? box.value.length)).length)
        field.change(text)
      }}
      onBlur={() => {
        setHere(false)
        field.blur()
      }}
    />
  )
}

/** A US phone number; the value is as shown: (555) 123-4567 (CONST-11). */
export function PhoneField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showPhone} autoComplete="tel-national" placeholder="(555) 123-4567" />
}

/** A social security number; the value is 123-45-6789 (CONST-11), of which only the last four show when one has left it. */
export function SsnField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showSsn} resting={maskedSsn} autoComplete="off" placeholder="123-45-6789" />
}

/** 123-45-6789 → •••-••-6789; what is not whole is hidden altogether. */
export function maskedSsn(value: string): string {
  return value.length === 11 ? `•••-••-${value.slice(-4)}` : value.replace(/\d/g, '•')
}

/** A card number in groups, which are also in the value; the brand is shown as soon as it is known (CONST-12). */
export function CardField<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <DigitInput
      field={props}
      format={showCardNumber}
      autoComplete="cc-number"
      aside={(value) => <span className={css.brand}>{cardBrand(value)}</span>}
    />
  )
}

/** The month a card ends, MM/YY (CONST-12). */
export function ExpiryField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showExpiry} autoComplete="cc-exp" placeholder="MM/YY" />
}

/** The three or four digits on a card. */
export function CvvField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={(typed) => digitsOf(typed).slice(0, 4)} autoComplete="cc-csc" />
}

/** Digits and nothing else, at most so many; other characters that are typed are dropped (PROFILE-10). */
export function DigitsField<Values extends FieldValues>({
  most,
  autoComplete = 'off',
  ...props
}: FieldProps<Values> & { most: number; autoComplete?: string }) {
  return <DigitInput field={props} format={(typed) => digitsOf(typed).slice(0, most)} autoComplete={autoComplete} />
}
