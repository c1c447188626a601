import { plusDays } from '../fields/day-count.ts'
import { termsIn } from './carrier-terms.ts'
import { isInForce } from './coverage.ts'
import { firstDayOf, type MonthCount, monthOfDay } from './month-count.ts'
import type { CarrierFacts, PolicyFacts } from './policy-facts.ts'

/** Months of grace with a tax credit (45 CFR 156.270(d)). */
const creditMonths = 3

/**
 * Rule 7: last day of the grace period of an unpaid month. With a tax credit, the end of the third unpaid month,
 * otherwise the carrier's number of days from the start of the first unpaid one. Null if the insured never paid: the
 * first premium has no grace period.
 */
export function graceEnd(policy: PolicyFacts, month: MonthCount, carrier: Pick<CarrierFacts, 'terms'>): string | null {
  if (policy.paidThrough === null) return null
  const unpaid = monthOfDay(policy.paidThrough) + 1
  if (unpaid > month || !isInForce(policy.versions, unpaid - 1)) return null
  if (policy.hasCredit) return plusDays(firstDayOf(unpaid + creditMonths), -1)
  return plusDays(firstDayOf(unpaid), termsIn(carrier.terms, unpaid).graceDays - 1)
}
