import { firstOfMonth, showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { MonthPicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

interface MonthCalendarProps {
  /** MM/YYYY, or ''. */
  value: string
  /** undefined when the chosen month is pressed again, which takes it off. */
  onChange(month: string | undefined): void
}

/** A month of a year to choose; loaded when it is first opened, and then begins at the chosen year. */
export function MonthCalendar({ value, onChange }: MonthCalendarProps) {
  const chosen = value === '' ? null : firstOfMonth(value)
  return (
    <MonthPicker
      value={chosen}
      defaultDate={chosen ?? undefined}
      allowDeselect
      onChange={(day) => onChange(day ? showMonth(day) : undefined)}
      size="sm"
      __stopPropagation
      ariaLabels={{
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next ten years',
        previousDecade: 'Previous ten years',
      }}
    />
  )
}
