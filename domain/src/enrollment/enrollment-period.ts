import type { ToldWindow } from '../enrollment-windows/window-sentences.ts'
import { type ExchangeApplicant, isEligible } from '../marketplace/exchange-record.ts'
import type { EnrollmentObstacle } from './enrollment-obstacle.ts'

/**
 * Plan year of an application: that of the last date on which coverage may start; null if the exchange gave none. Periods that
 * the exchange did not grant count only where it granted none with a date.
 */
export function applicationYear(applicants: readonly ExchangeApplicant[]): number | null {
  const periods = applicants
    .flatMap(({ eligibilityInitial, eligibilitySpecial }) => [eligibilityInitial, eligibilitySpecial])
    .filter((period) => period !== null && period !== undefined)
  const yearsOf = (some: typeof periods) =>
    some
      .flatMap(({ latestQHPDate, earliestQHPDate }) => latestQHPDate ?? earliestQHPDate ?? [])
      .map((day) => Number(day.slice(0, 4)))
  const granted = yearsOf(periods.filter(({ indicator }) => indicator === true))
  const years = granted.length > 0 ? granted : yearsOf(periods)
  return years.length === 0 ? null : Math.max(...years)
}

/**
 * Why an applicant cannot be enrolled today by the window of the exchange, or null: in a special enrollment that the exchange
 * granted, or where the window is open or not known. The exchange's own dates are a rule of their own (`enrollmentObstacle`).
 */
export function windowObstacle(
  { eligibilitySpecial: special }: ExchangeApplicant,
  told: ToldWindow,
  today: string,
): EnrollmentObstacle | null {
  const { start, end } = special?.dateRange ?? {}
  if (special?.indicator === true && (start ?? '') <= today && today <= (end ?? '9')) return null
  const { opens = '', closes = null } = told.window ?? {}
  return opens <= today && today <= (closes ?? '9') ? null : { kind: 'window', told, today }
}

/**
 * Why an applicant cannot be enrolled today (YYYY-MM-DD), or null: neither initially nor specially eligible, or outside of
 * their enrollment periods. A period without dates is open (45 CFR 155.410, 155.420).
 */
export function enrollmentObstacle(applicant: ExchangeApplicant, today: string): EnrollmentObstacle | null {
  if (!isEligible(applicant)) return { kind: 'not eligible' }
  const periods = [applicant.eligibilityInitial, applicant.eligibilitySpecial].filter(
    (period) => period?.indicator === true,
  )
  const ranges = periods.map((period) => ({
    start: period?.dateRange?.start ?? '',
    end: period?.dateRange?.end ?? '9',
  }))
  if (ranges.some(({ start, end }) => start <= today && today <= end)) return null
  const next = ranges.map(({ start }) => start).filter((start) => start > today)
  if (next.length > 0) return { kind: 'opens', day: next.toSorted()[0] ?? '' }
  const last = ranges
    .map(({ end }) => end)
    .toSorted()
    .at(-1)
  return { kind: 'ended', day: last ?? '' }
}
