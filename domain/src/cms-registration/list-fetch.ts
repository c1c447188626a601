import { agencyTimeZone } from '../fields/agency-moment.ts'
import type { CmsFileKind } from '../uploads/import-kinds.ts'

/** Outcomes of a fetch of one of CMS's lists. */
export const fetchOutcomes = ['loaded', 'unchanged', 'failed'] as const

/** Setting with the address of each list. */
export const listSettings: Readonly<Record<CmsFileKind, string>> = {
  registrations: 'CMS_REGISTRATION_LIST_URL',
  terminations: 'CMS_TERMINATION_LIST_URL',
}

/** A fetched list with a smaller share of the rows in use is refused: CMS adds rows, and a file may be cut off. */
const smallestShare = 0.8

/** Hour of the agency's night in which lists are fetched; never skipped by daylight saving time. */
const nightHour = 3
const hourMs = 3_600_000
/** Pauses after failed tries of one night. */
const retryMinutes = [10, 30, 90]
/** Nights without success after which administrators are reminded. */
const reminderNights = 7

/** Fewest rows that a fetched list must have to replace one of `rows`; null: none is in use. */
export const leastRows = (rows: number | null): number => Math.max(1, Math.ceil((rows ?? 0) * smallestShare))

/** Start of the next fetch of a night after `now`; `spread` between 0 and 1 chooses the minute. */
export function nextNight(now: Date, spread: number): Date {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  const starts = Array.from({ length: 25 }, (_, hours) => hour + (hours + 1) * hourMs)
  const start = starts.find((at) => hours.format(at) === String(nightHour).padStart(2, '0')) ?? hour + 24 * hourMs
  return new Date(start + spread * hourMs)
}
const hours = new Intl.DateTimeFormat('en-GB', { timeZone: agencyTimeZone, hour: '2-digit', hourCycle: 'h23' })

/** When to fetch again after `failures` tries without success: three retries a night, then the next night. */
export function nextTry(failures: number, now: Date, spread: number): Date {
  const minutes = retryMinutes[(failures - 1) % (retryMinutes.length + 1)]
  return minutes === undefined ? nextNight(now, spread) : new Date(now.getTime() + minutes * 60_000)
}

/** Whether administrators are notified of this failure: after the first failed night, then once a week. */
export function isWorthAlert(failures: number): boolean {
  const tries = retryMinutes.length + 1
  return failures % tries === 0 && (failures / tries) % reminderNights === 1
}
