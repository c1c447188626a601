import { isCalendarDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { useEffect, useRef } from 'react'
import { useSharedLanguage } from '../../platform/page/reader-language.ts'
import { useUiTexts } from '../texts/ui-texts.ts'

/** The calendar of a date field; loaded when it is first opened, and then begins at the chosen day. */
export function Calendar({ value, onChange }: { value: string; onChange(day: string): void }) {
  const day = isCalendarDate(value) ? value : null
  const frame = useRef<HTMLDivElement>(null)
  const language = useSharedLanguage()
  const { calendar } = useUiTexts()
  useEffect(() => {
    const day = frame.current?.querySelector<HTMLElement>('button[data-selected], table button[tabindex="0"]')
    // The pop-over's focus trap, which may start later, would take the first button.
    day?.setAttribute('data-autofocus', 'true')
    // After the pop-over noted where the focus was, to return it.
    const wait = setTimeout(() => day?.focus())
    return () => clearTimeout(wait)
  }, [])
  return (
    <div ref={frame}>
      <DatePicker
        value={day}
        defaultDate={day ?? undefined}
        onChange={(chosen) => chosen && onChange(chosen)}
        size="sm"
        firstDayOfWeek={0}
        weekendDays={[]}
        highlightToday
        __stopPropagation
        locale={language}
        ariaLabels={calendar}
      />
    </div>
  )
}
