import { z } from 'zod'
import { agencyTimeZone } from './agency-moment.ts'

const iso = /^(\d{4})-(\d{2})-(\d{2})$/

/** True for a day that exists, written YYYY-MM-DD (2026-02-30 does not). */
export function isCalendarDate(text: string): boolean {
  const parts = iso.exec(text)
  if (!parts) return false
  return isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** True when the day exists in the Gregorian calendar; years 1 to 9999. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Date in the API: YYYY-MM-DD. */
export const CalendarDate = z.string().refine(isCalendarDate, 'Must be valid date')

/** Formats YYYY-MM-DD as MM/DD/YYYY (CONST-07). */
export function showDate(date: string | null | undefined): string {
  const parts = date ? iso.exec(date.slice(0, 10)) : null
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : ''
}

/** Parses MM/DD/YYYY (or M/D/YYYY) → YYYY-MM-DD, or null if it is not a day. */
export function readDate(typed: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim())
  if (!parts) return null
  const [month, day, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return isDay(year, month, day) ? writeDate(year, month, day) : null
}

/** Formats an existing day as YYYY-MM-DD. */
export function writeDate(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Formats a day with its weekday: 'Monday, November 23'. */
export function longDay(date: string): string {
  return longDays.format(new Date(`${date}T00:00:00Z`))
}
const longDays = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' })

interface Clock {
  format: Intl.DateTimeFormat
  /** Cached minute and its day: needed by every list, computed once a minute. */
  minute: number
  day: string
}
const clocks = new Map<string, Clock>()

/** The agency's today at an instant, as YYYY-MM-DD. */
export function todayIn(now: Date, timeZone = agencyTimeZone): string {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  const minute = Math.floor(now.getTime() / 60_000)
  if (clock.minute !== minute) Object.assign(clock, { minute, day: clock.format.format(now) })
  return clock.day
}

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return { format, minute: Number.NaN, day: '' }
}

/** Completed years of age on a day; a birthday on February 29 counts from March 1 in common years. */
export function ageOn(dob: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return day.slice(5) < dob.slice(5) ? years - 1 : years
}

/** Number of years in date-of-birth selects (OFFLINE-08). */
export const birthYearsBack = 110

export const adultAge = 18

/** True from the 18th birthday on (CONST-10). */
export function isAdult(dob: string, today: string): boolean {
  return ageOn(dob, today) >= adultAge
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
export const longMonthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Years of history selects: 80 from 2021 down (CONST-04, A-116). */
export const historyYears: readonly number[] = Array.from({ length: 80 }, (_, index) => 2021 - index)
/** Years of upload and statement selects: 10 back to 2 ahead (CONST-06). */
export function nearYears(currentYear: number): number[] {
  return Array.from({ length: 13 }, (_, index) => currentYear - 10 + index)
}
/** Hours of a time select (CONST-05). */
export const hours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)
