import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'

/** Month number for arithmetic: 12 × year + month − 1. */
export type MonthNumber = number

export function monthOf(date: string): MonthNumber {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

export function monthNumber(year: number, month: number): MonthNumber {
  return year * 12 + month - 1
}

export function yearOf(month: MonthNumber): number {
  return Math.floor(month / 12)
}

const firsts = new Map<MonthNumber, string>()
const lasts = new Map<MonthNumber, string>()

/** First day of a month as YYYY-MM-DD. */
export function firstOf(month: MonthNumber): string {
  const cached = firsts.get(month) ?? writeDate(yearOf(month), (month % 12) + 1, 1)
  firsts.set(month, cached)
  return cached
}

/** Last day of a month as YYYY-MM-DD. */
export function lastOf(month: MonthNumber): string {
  const cached = lasts.get(month) ?? plusDays(firstOf(month + 1), -1)
  lasts.set(month, cached)
  return cached
}

/** The day this many days later, or earlier if negative. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day this many months earlier; at most the 28th. */
export function monthsBefore(date: string, months: number): string {
  const month = monthOf(date) - months
  return writeDate(yearOf(month), (month % 12) + 1, Math.min(Number(date.slice(8)), 28))
}
