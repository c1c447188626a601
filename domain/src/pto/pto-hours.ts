import { daysBetween } from '../fields/day-count.ts'

/** Time off from hour to hour, by the agency's calendar. */
export interface TimeOff {
  /** YYYY-MM-DD. */
  startDate: string
  /** 0 to 23. */
  startHour: number
  endDate: string
  endHour: number
}

/** First and last hour of the working day, and defaults of the hour selects. */
export const workday = { from: 9, to: 17 } as const
const hoursOfDay = workday.to - workday.from
/** Monday from which working hours are counted. */
const firstMonday = '0001-01-01'

/**
 * Working hours between start and end: Monday to Friday, 9:00 to 17:00. Whole hours; 0 for times outside, such
 * as weekends. The end must not be before the start.
 */
export function workingHours({ startDate, startHour, endDate, endHour }: TimeOff): number {
  return workedUntil(endDate, endHour) - workedUntil(startDate, startHour)
}

/** Working hours since `firstMonday`, computed from weeks, days and hours in constant time. */
function workedUntil(date: string, hour: number): number {
  const days = daysBetween(firstMonday, date)
  const day = days % 7
  const workdays = Math.floor(days / 7) * 5 + Math.min(day, 5)
  const today = day < 5 ? Math.min(Math.max(hour - workday.from, 0), hoursOfDay) : 0
  return workdays * hoursOfDay + today
}

/** Hours as hh:mm (PTO-06), such as '08:00'. */
export function showHours(hours: number): string {
  return `${String(hours).padStart(2, '0')}:00`
}

/** Hour of the day, such as '1:00 PM'. */
export function showHourOfDay(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
}
