import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type Ref, type RefObject, useRef, useState } from 'react'
import { NumberFormatBase } from 'react-number-format'
import { useSelectOnFocus } from './select-on-focus.ts'

interface MaskedInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'ref' | 'type'> {
  /** Formatted text. */
  value: string
  onChange(value: string): void
  /** Formats digits, as far as they are typed. */
  format(digits: string): string
  /** Reads the digits of a text; `inserted` is the part that was typed or pasted last. Default: all its digits. */
  parse?: (text: string, inserted: string) => string
  /** Text to show while the input does not have the focus. */
  conceal?: ((value: string) => string) | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** Text input that formats digits while a person types, for all masked fields. react-number-format places the caret. */
export function MaskedInput({ onChange, format, parse = digitsOf, inputRef, ...props }: MaskedInputProps) {
  const inserted = useRef<string>(undefined)
  return (
    <NumberFormatBase<InnerInputProps>
      {...props}
      customInput={InnerInput}
      getInputRef={inputRef}
      inserted={inserted}
      inputMode="numeric"
      format={format}
      removeFormatting={(text) => parse(text, inserted.current ?? text)}
      onValueChange={({ formattedValue }, { event }) => {
        // Without an event the library reports a new `value` prop, which the form already has.
        if (event) onChange(formattedValue)
      }}
    />
  )
}

interface InnerInputProps extends TextInputProps {
  inserted: RefObject<string | undefined>
  conceal?: ((value: string) => string) | undefined
}

/** Passes changes on to react-number-format, but not in the middle of a composition: a new value would end it. */
function InnerInput({ inserted, conceal, value, onChange, ...props }: InnerInputProps) {
  const [focused, setFocused] = useState(false)
  const [composing, setComposing] = useState<string>()
  const select = useSelectOnFocus()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    deleteDigitBesideSeparator(event, String(value ?? ''))
    inserted.current = insertedBy(event.nativeEvent)
    onChange?.(event)
    inserted.current = undefined
  }
  const shown = composing ?? String(value ?? '')
  return (
    <TextInput
      {...props}
      value={focused || !conceal ? shown : conceal(shown)}
      onMouseDown={conceal ? select.onMouseDown : undefined}
      onClick={select.onClick}
      onFocusCapture={(event) => {
        setFocused(true)
        // The browser cannot keep a selection or a caret in text that changes.
        if (conceal) select.onFocus(event)
      }}
      onBlurCapture={() => setFocused(false)}
      onChange={(event) => {
        const { nativeEvent } = event
        if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(event.currentTarget.value)
        else change(event)
      }}
      onCompositionEnd={(event) => {
        setComposing(undefined)
        // Cast: the end of a composition changes the value too, and only what both events share is read.
        change(event as unknown as ChangeEvent<HTMLInputElement>)
      }}
    />
  )
}

/** Where Backspace or Delete took only a separator, which formatting puts back, deletes the next digit too. */
function deleteDigitBesideSeparator(
  { nativeEvent, currentTarget: input }: ChangeEvent<HTMLInputElement>,
  before: string,
) {
  if (!(nativeEvent instanceof InputEvent) || !nativeEvent.inputType.startsWith('deleteContent')) return
  if (input.value.length !== before.length - 1 || digitsOf(input.value) !== digitsOf(before)) return
  const caret = input.selectionStart ?? 0
  const digits = [...input.value.matchAll(/\d/g)].map(({ index }) => index)
  const digit =
    nativeEvent.inputType === 'deleteContentForward'
      ? digits.find((index) => index >= caret)
      : digits.findLast((index) => index < caret)
  if (digit !== undefined) input.setRangeText('', digit, digit + 1)
}

/** Text that an event inserted; '' for a deletion, undefined where the browser does not tell. */
function insertedBy(event: Event): string | undefined {
  if (event instanceof CompositionEvent) return event.data
  if (!(event instanceof InputEvent)) return undefined
  return event.inputType.startsWith('delete') ? '' : (event.data ?? undefined)
}
