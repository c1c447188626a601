import { cardBrand, showCardNumber, showExpiry } from '@coverdesk/domain/fields/payment-card.ts'
import { digitsOf, showPhone, showSsn } from '@coverdesk/domain/fields/personal-numbers.ts'
import { showZip } from '@coverdesk/domain/fields/zip-code.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import css from '../basics/field.module.css'
import { padSingleDigits } from '../dates/date-text.ts'
import { MaskedInput } from './masked-input.tsx'
import { type FieldProps, textOf, useField } from './use-field.tsx'

interface DigitInputProps<Values extends FieldValues> {
  field: FieldProps<Values>
  format(digits: string): string
  parse?: (text: string, inserted: string) => string
  conceal?: (value: string) => string
  autoComplete: string
  placeholder?: string
  aside?(value: string): ReactNode
}

/** Form field around MaskedInput; its value is the formatted text. */
function DigitInput<Values extends FieldValues>({ field: declared, aside, ...mask }: DigitInputProps<Values>) {
  const field = useField(declared)
  const value = textOf(field.value)
  return (
    <MaskedInput
      {...field.frame}
      {...mask}
      rightSection={field.frame.rightSection ?? aside?.(value)}
      inputRef={field.ref}
      value={value}
      onChange={field.change}
      onBlur={field.blur}
    />
  )
}

/** US phone number; its value is (555) 123-4567 (CONST-11). */
export function PhoneField<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <DigitInput
      field={props}
      format={showPhone}
      parse={phoneDigits}
      autoComplete="tel-national"
      placeholder="(555) 123-4567"
    />
  )
}

/** Digits of a phone number without the country code: no US area code starts with 1. */
export function phoneDigits(text: string): string {
  const digits = digitsOf(text)
  return digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Social security number; its value is 123-45-6789 (CONST-11). Without the focus it shows the last four digits only. */
export function SsnField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showSsn} conceal={maskedSsn} autoComplete="off" placeholder="123-45-6789" />
}

/** 123-45-6789 → •••-••-6789; an incomplete number shows no digit. */
export function maskedSsn(value: string): string {
  return value.length === 11 ? `•••-••-${value.slice(-4)}` : value.replace(/\d/g, '•')
}

/** Card number in groups, which are part of the value; shows the brand as soon as the first digits tell (CONST-12). */
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

/** Expiration of a card, MM/YY (CONST-12). */
export function ExpiryField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showExpiry} parse={expiryDigits} autoComplete="cc-exp" placeholder="MM/YY" />
}

/** Digits of an expiration as MMYY. Reads a pasted MM/YYYY, and pads a single digit before a slash: 3/31 → 0331. */
export function expiryDigits(text: string, inserted = text): string {
  const match = /^\s*(\d{1,2})\s*[-/]\s*20(\d{2})\s*$/.exec(inserted)
  if (match) return `${match[1]?.padStart(2, '0')}${match[2]}`
  return digitsOf(padSingleDigits(text, inserted))
}

/** Security code of a card: three or four digits. */
export function CvvField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={(digits) => digits.slice(0, 4)} autoComplete="cc-csc" />
}

/** ZIP code or ZIP+4; its value is 33136 or 33136-1234. Text with spaces around it is read when pasted. */
export function ZipField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <DigitInput field={props} format={showZip} autoComplete="postal-code" />
}

/** Digits only, at most `most`; drops other characters (PROFILE-10). */
export function DigitsField<Values extends FieldValues>({
  most,
  autoComplete = 'off',
  ...props
}: FieldProps<Values> & { most: number; autoComplete?: string }) {
  return <DigitInput field={props} format={(digits) => digits.slice(0, most)} autoComplete={autoComplete} />
}
