import { historyYears, longMonthNames, nearYears } from '@coverdesk/domain/fields/calendar-date.ts'
import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import css from '../basics/field.module.css'
import type { Choice } from '../choices/choice.ts'
import { ChoiceSelect } from '../choices/choice-select.tsx'
import { ShortSelect } from '../choices/short-select.tsx'
import type { ChoiceSource } from '../choices/use-choices.ts'
import { type FieldProps, textOf, useField } from './use-field.tsx'

/** One of many, found by typing; `search` asks the server and shows 50. The value is text, or a number with `numeric`. */
export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & { source: ChoiceSource; numeric?: boolean; placeholder?: string },
) {
  const field = useField(props)
  const { rightSection, ...frame } = field.frame
  return (
    <ChoiceSelect
      {...frame}
      inputRef={field.ref}
      source={props.source}
      placeholder={props.placeholder}
      clearable={props.optional}
      value={textOf(field.value)}
      onChange={(value) => field.change(props.numeric && value !== '' ? Number(value) : value)}
      onBlur={field.blur}
    />
  )
}

/** One of a short list; `emptyLabel` is the choice of no value. */
export function ShortSelectField<Values extends FieldValues>({
  choices,
  emptyLabel = '',
  ...props
}: FieldProps<Values> & { choices: readonly Choice[]; emptyLabel?: string }) {
  const field = useField(props)
  const { rightSection: _, ...frame } = field.frame
  return (
    <ShortSelect
      {...frame}
      ref={field.ref}
      choices={[{ value: '', label: emptyLabel }, ...choices]}
      value={textOf(field.value)}
      onChange={field.change}
      onBlur={field.blur}
    />
  )
}

const months: Choice[] = longMonthNames.map((label, index) => ({ value: String(index + 1), label }))

/** January to December as 1 to 12 (CONST-05). */
export function MonthField<Values extends FieldValues>(props: FieldProps<Values>) {
  return <SelectField {...props} numeric source={{ choices: months }} />
}

/** A year: with `near` 10 back to 2 ahead of it (CONST-06), else 80 years from 2021 down (CONST-04). */
export function YearField<Values extends FieldValues>({ near, ...props }: FieldProps<Values> & { near?: number }) {
  const years = near === undefined ? historyYears : nearYears(near)
  const choices = years.map((year) => ({ value: String(year), label: String(year) }))
  return <SelectField {...props} numeric source={{ choices }} />
}

/** One of two or three, all seen at once; the first letter of one picks it. */
export function SegmentedField<Values extends FieldValues>(
  props: FieldProps<Values> & { choices: readonly { value: string | boolean; label: string }[] },
) {
  const field = useField(props)
  const errorId = useId()
  const { label, error, name, disabled, required } = field.frame
  const pick = ({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLFieldSetElement>) => {
    if (ctrlKey || metaKey || altKey || key.length !== 1) return
    const match = props.choices.findIndex((choice) => choice.label.toLowerCase().startsWith(key.toLowerCase()))
    const choice = props.choices[match]
    if (!choice) return
    field.change(choice.value)
    // The focus goes with the choice, or else Tab would lead to it and not on.
    currentTarget.querySelectorAll('input')[match]?.focus()
  }
  return (
    <div>
      <fieldset className={css.segments} aria-describedby={error ? errorId : undefined} onKeyDown={pick}>
        <legend>
          {label}
          {required ? <RequiredMark /> : null}
        </legend>
        {props.choices.map((choice, index) => (
          <label key={String(choice.value)} className={css.segment}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              required={required}
              aria-invalid={error ? true : undefined}
              name={name}
              disabled={disabled}
              checked={field.value === choice.value}
              onChange={() => field.change(choice.value)}
              onBlur={field.blur}
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
      {error ? (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** The asterisk of a field that must be filled in, where the label is our own. */
export function RequiredMark() {
  return (
    <span className={css.mark} aria-hidden>
      {' *'}
    </span>
  )
}

/** Yes or no. */
export function CheckboxField<Values extends FieldValues>(props: FieldProps<Values>) {
  const field = useField(props)
  const { label, description, error, disabled, name } = field.frame
  return (
    <Checkbox
      label={label}
      description={description}
      error={error}
      disabled={disabled}
      name={name}
      ref={field.ref}
      checked={field.value === true}
      onChange={(event) => field.change(event.currentTarget.checked)}
      onBlur={field.blur}
    />
  )
}
