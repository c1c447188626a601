import type { Confidence } from './year-row.ts'

/** Rule by which an exchange grants no credit before it verified a household's data. */
export interface VerificationRule {
  /** First and last plan year; null: still in force. */
  from: number
  to: number | null
  source: string
  confidence: Confidence
}

/** Tax years after 2027-12-31: income, family, residence and status are verified before any credit is paid. */
const verificationRules: readonly VerificationRule[] = [
  { from: 2028, to: null, source: 'P.L. 119-21 § 71303', confidence: 'verified' },
]

/** The rule of a plan year; null where a credit may be estimated from what a household says. */
export function verificationRule(planYear: number): VerificationRule | null {
  return verificationRules.find(({ from, to }) => from <= planYear && planYear <= (to ?? planYear)) ?? null
}
