import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'

/** 'October' of 2026-10-01. */
export const monthInWords = (month: string) => longMonthNames[Number(month.slice(5, 7)) - 1] ?? month
