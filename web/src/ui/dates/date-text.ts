import { readDate, showDate } from '@coverdesk/domain/fields/calendar-date.ts'

/** Slashes put in as digits are typed: 12252026 → 12/25/2026; what is typed with slashes keeps its own. */
export function dateAsTyped(text: string): string {
  const parts = text.replace(/[^\d/]/g, '').replace(/\/+/g, '/')
  if (parts.includes('/')) return parts.slice(0, 10)
  return [parts.slice(0, 2), parts.slice(2, 4), parts.slice(4, 8)].filter(Boolean).join('/')
}

/** YYYY-MM-DD as it is shown in an input; a text that is no day is shown as it was typed. */
export function dateText(value: string): string {
  return showDate(value) || value
}

/** What an input hands on: YYYY-MM-DD for a day that exists, else the text as typed, so that the schema can refuse it. */
export function dateValue(typed: string): string {
  return readDate(typed) ?? typed
}
