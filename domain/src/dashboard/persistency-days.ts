import { plusDays } from '../fields/day-count.ts'

/** Days on which persistency is counted. */
export interface PersistencyDays {
  /** Last day of the previous year; null while it is to come. */
  cohort: string | null
  /** Last day of each month, today for the current month, null for months to come. */
  months: readonly (string | null)[]
}

/** Counted days of a year as of today. */
export function persistencyDays(year: number, today: string): PersistencyDays {
  const cohort = `${year - 1}-12-31`
  const isKnown = cohort <= today
  const months = Array.from({ length: 12 }, (_, index) => {
    const first = firstOfMonth(year, index + 1)
    const last = plusDays(index === 11 ? firstOfMonth(year + 1, 1) : firstOfMonth(year, index + 2), -1)
    return !isKnown || first > today ? null : last < today ? last : today
  })
  return { cohort: isKnown ? cohort : null, months }
}

function firstOfMonth(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`
}
