import { daysBetween } from '../fields/day-count.ts'

/** A time off: from the beginning of an hour of a day to the beginning of an hour of a day, by the agency's calendar. */
export interface TimeOff {
  /** YYYY-MM-DD. */
  startDate: string
  /** 0 to 23. */
  startHour: number
  endDate: string
  endHour: number
}

/** The working day begins and ends at these hours: what the hour selects hold at first. */
export const workday = { from: 9, to: 17 } as const
const hoursOfDay = workday.to - workday.from
/** The first of all days, a Monday, from which working hours are counted. */
const firstMonday = '0001-01-01'

/**
 * Working hours between start and end: Monday to Friday, 9:00 to 17:00. Whole hours, as the selects hold them; 0
 * where the time off lies outside of them, such as on a weekend. The end must not be before the start.
 */
export function workingHours({ startDate, startHour, endDate, endHour }: TimeOff): number {
  return workedUntil(endDate, endHour) - workedUntil(startDate, startHour)
}

/** Working hours since `firstMonday`: by weeks, days and hours, so that a long time costs no more than a short one. */
function workedUntil(date: string, hour: number): number {
  const days = daysBetween(firstMonday, date)
  const day = days % 7
  const workdays = Math.floor(days / 7) * 5 + Math.min(day, 5)
  const today = day < 5 ? Math.min(Math.max(hour - workday.from, 0), hoursOfDay) : 0
  return workdays * hoursOfDay + today
}

/** Hours as they are shown and answered (PTO-06): hh:mm, '08:00'. */
export function showHours(hours: number): string {
  return `${String(hours).padStart(2, '0')}:00`
}
