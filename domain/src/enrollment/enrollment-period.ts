import { showDate } from '../fields/calendar-date.ts'
import { type ExchangeApplicant, isEligible } from '../marketplace/exchange-record.ts'
import type { MessageLanguage } from '../messages/message-kinds.ts'
import { enrollmentWords } from './enrollment-words.ts'

/** Plan year of an application: that of the last date on which coverage may start; null if the exchange gave none. */
export function applicationYear(applicants: readonly ExchangeApplicant[]): number | null {
  const years = applicants
    .flatMap(({ eligibilityInitial, eligibilitySpecial }) => [eligibilityInitial, eligibilitySpecial])
    .flatMap((period) => period?.latestQHPDate ?? period?.earliestQHPDate ?? [])
    .map((day) => Number(day.slice(0, 4)))
  return years.length === 0 ? null : Math.max(...years)
}

/**
 * Why an applicant cannot be enrolled today (YYYY-MM-DD), or null: neither initially nor specially eligible, or outside of
 * their enrollment periods. A period without dates is open (45 CFR 155.410, 155.420).
 */
export function enrollmentProblem(
  applicant: ExchangeApplicant,
  today: string,
  language: MessageLanguage = 'en',
): string | null {
  const words = enrollmentWords[language]
  if (!isEligible(applicant)) return words.notEligible
  const periods = [applicant.eligibilityInitial, applicant.eligibilitySpecial].filter(
    (period) => period?.indicator === true,
  )
  const ranges = periods.map((period) => ({
    start: period?.dateRange?.start ?? '',
    end: period?.dateRange?.end ?? '9',
  }))
  if (ranges.some(({ start, end }) => start <= today && today <= end)) return null
  const next = ranges.map(({ start }) => start).filter((start) => start > today)
  if (next.length > 0) return words.opens(showDate(next.toSorted()[0] ?? ''))
  const last = ranges
    .map(({ end }) => end)
    .toSorted()
    .at(-1)
  return words.ended(showDate(last ?? ''))
}
