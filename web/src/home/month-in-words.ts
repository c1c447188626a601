import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'

/** 'October' of 2026-10-01, with its year if that is not the year of today. */
export function monthInWords(month: string, today: string): string {
  const name = longMonthNames[Number(month.slice(5, 7)) - 1] ?? month
  const year = month.slice(0, 4)
  return year === today.slice(0, 4) ? name : `${name} ${year}`
}
