import { birthYearsBack } from '@coverdesk/domain/fields/calendar-date.ts'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import css from '../basics/field.module.css'
import { ShortSelect } from '../choices/short-select.tsx'
import {
  type BirthPart,
  birthDays,
  birthMonths,
  birthParts,
  birthYears,
  joined,
  partsOf,
  readDigits,
} from './birth-date.ts'
import { RequiredMark } from './choice-fields.tsx'
import { type FieldProps, textOf, useField } from './use-field.tsx'

const labels = { month: 'Month', day: 'Day', year: 'Year' } as const
/** Digits that follow each other faster than this belong together. */
const pause = 1_500

/**
 * A date of birth by month, day and year (OFFLINE-08). Letters pick a month as in any select; digits pick at once and go
 * on to the next part, so that 03141988 and 3/14/1988 fill all three. The value is YYYY-MM-DD, with what is not chosen
 * left out.
 */
export function BirthDateField<Values extends FieldValues>(props: FieldProps<Values> & { today: string }) {
  const field = useField(props)
  const errorId = useId()
  const { label, error, name, disabled, required, size } = field.frame
  const parts = partsOf(textOf(field.value))
  const boxes = useRef<Partial<Record<BirthPart, HTMLSelectElement | null>>>({})
  const typed = useRef({ part: 'month', digits: '', at: 0, movedHere: false })
  const choices = {
    month: birthMonths,
    day: birthDays,
    year: birthYears(Number(props.today.slice(0, 4)), birthYearsBack),
  }
  const choose = (part: BirthPart, value: string) => field.change(joined({ ...parts, [part]: value }))
  const nextPart = (part: BirthPart, at: number, movedHere: boolean) => {
    const next = birthParts[birthParts.indexOf(part) + 1]
    typed.current = { part: next ?? part, digits: '', at, movedHere: movedHere && next !== undefined }
    if (next) boxes.current[next]?.focus()
  }
  const typeKey = (part: BirthPart, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = typed.current
    const recent = last.part === part && event.timeStamp - last.at < pause
    const separates = /^[-./]$/.test(event.key)
    // The digits before have moved the focus here already: Tab or a slash out of habit must not skip this part.
    if (recent && last.movedHere && (separates || (event.key === 'Tab' && !event.shiftKey))) {
      event.preventDefault()
      typed.current = { ...last, movedHere: false }
    } else if (separates) {
      event.preventDefault()
      nextPart(part, event.timeStamp, false)
    } else if (/^\d$/.test(event.key)) {
      event.preventDefault()
      const digits = (recent ? last.digits : '') + event.key
      const { value, done } = readDigits(part, digits)
      typed.current = { part, digits: done ? '' : digits, at: event.timeStamp, movedHere: false }
      if (value && choices[part].some((choice) => choice.value === value)) choose(part, value)
      if (done) nextPart(part, event.timeStamp, true)
    }
  }
  return (
    <div>
      <fieldset className={css.birth} aria-describedby={error ? errorId : undefined}>
        <legend>
          {label}
          {required ? <RequiredMark /> : null}
        </legend>
        {birthParts.map((part) => (
          <ShortSelect
            key={part}
            ref={(box) => {
              boxes.current[part] = box
              if (part === 'month') field.ref(box)
            }}
            size={size}
            name={`${name}.${part}`}
            aria-label={labels[part]}
            aria-invalid={error ? true : undefined}
            error={error ? true : undefined}
            required={required}
            disabled={disabled}
            choices={[{ value: '', label: labels[part] }, ...choices[part]]}
            value={parts[part]}
            onKeyDown={(event) => typeKey(part, event)}
            onChange={(value) => choose(part, value)}
            onBlur={field.blur}
          />
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
