import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'

/** '12/02 to 12/13/2026'. */
export function spanOf({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const [first, last] = [showDate(startDate), showDate(endDate)]
  if (first === last) return first
  return `${first.slice(6) === last.slice(6) ? first.slice(0, 5) : first} to ${last}`
}
