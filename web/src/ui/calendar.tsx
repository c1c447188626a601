import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

/** The calendar of a date field; loaded when it is first opened. */
export function Calendar({ value, onChange }: { value: string; onChange(day: string): void }) {
  const day = isCalendarDate(value) ? value : null
  return (
    <DatePicker
      value={day}
      defaultDate={day ?? undefined}
      onChange={(chosen) => chosen && onChange(chosen)}
      size="sm"
      firstDayOfWeek={0}
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next ten years',
        previousDecade: 'Previous ten years',
      }}
    />
  )
}
