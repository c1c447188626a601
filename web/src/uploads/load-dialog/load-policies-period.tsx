import { IconChevronDown } from '@tabler/icons-react'
import css from '../load-policies.module.css'
import { type ChosenPeriod, monthChoices, yearChoices } from '../upload-period.ts'

interface Props {
  period: ChosenPeriod
  today: string
  disabled: boolean
  /** Marks missing values after an incomplete submit. */
  showMissing: boolean
  /** Label of no choice; 'Choose' where one is required. */
  empty?: string
  onChange(period: ChosenPeriod): void
}

/** Month and year of the file (UPLOAD-18). Both can be cleared; the form then asks for them. */
export function PeriodSelects({ period, today, disabled, showMissing, empty, onChange }: Props) {
  const years = yearChoices(today).map((year) => ({ value: year, label: String(year) }))
  return (
    <>
      <LoadSelect
        label="Month"
        empty={empty}
        value={period.month}
        choices={monthChoices}
        disabled={disabled}
        showMissing={showMissing}
        onChange={(month) => onChange({ ...period, month })}
      />
      <LoadSelect
        label="Year"
        empty={empty}
        value={period.year}
        choices={years}
        disabled={disabled}
        showMissing={showMissing}
        onChange={(year) => onChange({ ...period, year })}
      />
    </>
  )
}

interface SelectProps {
  label: string
  value: number | null
  choices: readonly { value: number; label: string }[]
  empty?: string | undefined
  disabled?: boolean
  showMissing?: boolean
  onChange(value: number | null): void
}

/** Select with its label inside. */
export function LoadSelect(props: SelectProps) {
  const { label, value, choices, empty = 'Choose', disabled = false, showMissing = false, onChange } = props
  const missing = showMissing && value === null
  return (
    <label className={css.period} data-error={missing || undefined} data-optional={empty !== 'Choose' || undefined}>
      <span>{missing ? `${label} is required` : label}</span>
      <select
        value={value ?? ''}
        disabled={disabled}
        aria-label={label}
        aria-invalid={missing}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      >
        <option value="">{empty}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </label>
  )
}
