import type { PolicyStatus } from '@coverdesk/domain/policies/policy-contract.ts'
import { firstOf, lastOf, type MonthNumber, monthNumber, monthOf, plusDays, yearOf } from '../demo-calendar.ts'
import { type DemoRandom, weighted } from '../demo-random.ts'

/** Dates of a policy as of its carrier's newest file: YYYY-MM-DD, '' if none. */
export interface Lifecycle {
  /** When it was written; the first file from this day on contains it. */
  submitted: string
  effective: string
  term: string
  paidThrough: string
  status: PolicyStatus
}

const yearsBack = weighted([
  [2, 24],
  [1, 32],
  [0, 44],
])

/** Dates of a policy of the last three years; `asOf` is the day of the newest file, `today` the same or later. */
export function demoLifecycle(random: DemoRandom, asOf: string, today: string): Lifecycle {
  const start = startMonth(random, asOf)
  const effective = firstOf(start)
  const submitted = [submission(random, start), asOf].sort()[0] ?? asOf
  if (random.chance(0.05)) return { submitted, effective, term: effective, paidThrough: '', status: 'Cancelled' }
  if (effective > asOf) {
    const paidThrough = random.chance(0.4) ? lastOf(start) : ''
    return { submitted, effective, term: '', paidThrough, status: effective > today ? 'Pending' : 'Active' }
  }
  const end = endMonth(random, start, monthOf(asOf))
  return end === null
    ? { submitted, effective, term: '', paidThrough: paidThrough(random, start, monthOf(asOf)), status: 'Active' }
    : { submitted, effective, term: lastOf(end), paidThrough: paidToEnd(random, start, end), status: 'Terminated' }
}

/** Months in which coverage by a special enrollment starts: after a move, a birth or the loss of other coverage. */
const specialEnrollment = weighted([
  [3, 9],
  [4, 11],
  [5, 10],
  [6, 11],
  [7, 12],
  [8, 13],
  [9, 12],
  [10, 10],
  [11, 7],
  [12, 5],
])

/** Half of coverage starts in January, the rest later by late or special enrollment; none after what can be written by `asOf`. */
function startMonth(random: DemoRandom, asOf: string): MonthNumber {
  const now = monthOf(asOf)
  const year = yearOf(now) - yearsBack(random)
  const at = random.next()
  const month = at < 0.5 ? 1 : at < 0.6 ? 2 : specialEnrollment(random)
  const openEnrolment = now % 12 >= 10 && year === yearOf(now)
  if (openEnrolment && random.chance(0.09)) return monthNumber(year + 1, 1)
  const start = monthNumber(year, month)
  return start <= now + 1 ? start : random.between(monthNumber(yearOf(now), 1), now + 1)
}

/** Coverage from January is written in open enrollment, from November 1; the rest in the weeks before. */
function submission(random: DemoRandom, start: MonthNumber): string {
  return plusDays(firstOf(start), -(start % 12 === 0 ? random.between(17, 61) : random.between(3, 34)))
}

/** Month of the end, by lapse or by non-renewal; null while active. */
function endMonth(random: DemoRandom, start: MonthNumber, now: MonthNumber): MonthNumber | null {
  for (let year = yearOf(start); year <= yearOf(now); year++) {
    const from = Math.max(start, monthNumber(year, 1))
    if (random.chance(0.15)) {
      const lapsed = random.between(from, monthNumber(year, 12))
      if (lapsed < now) return lapsed
    }
    if (year < yearOf(now) && random.chance(0.26)) return monthNumber(year, 12)
  }
  return null
}

/** Most are paid until the end of this month; some ahead, some behind, within the grace period of three months. */
function paidThrough(random: DemoRandom, start: MonthNumber, now: MonthNumber): string {
  const at = random.next()
  const month = at < 0.8 ? now : at < 0.87 ? now + 1 : at < 0.95 ? now - 1 : at < 0.98 ? now - 2 : now - 3
  return month < start ? '' : lastOf(month)
}

function paidToEnd(random: DemoRandom, start: MonthNumber, end: MonthNumber): string {
  const month = random.chance(0.72) ? end : end - random.between(1, 3)
  return month < start ? '' : lastOf(month)
}
