import type { CsrVariant } from './csr-variants.ts'
import { type ContributionYear, contributionYears, povertyYears } from './tables/credit-years.ts'

/** Place and size of a household for its poverty line. */
export interface PovertyHousehold {
  size: number
  state: string
}

/** A table that has no entry for the year of a question. */
export interface MissingTable {
  table: 'contribution' | 'poverty' | 'employer'
  year: number
}

/** Federal tables of a plan year. */
export interface CreditTables {
  contribution: ContributionYear
  /** Year of the poverty guidelines: the one before the plan year (26 CFR 1.36B-1(h)). */
  povertyYear: number
}

/** Tables for the credit of a plan year, or the one that is missing: a credit is never estimated by another year's. */
export function creditTables(planYear: number): CreditTables | MissingTable {
  const contribution = contributionYears[planYear]
  if (!contribution) return { table: 'contribution', year: planYear }
  const povertyYear = planYear - 1
  return povertyYears[povertyYear] ? { contribution, povertyYear } : { table: 'poverty', year: povertyYear }
}

/** Poverty line by the guidelines of a year, in cents. Fails for a year without guidelines. */
export function povertyLine({ size, state }: PovertyHousehold, guidelineYear: number): number {
  const year = povertyYears[guidelineYear]
  const line = state === 'AK' ? year?.AK : state === 'HI' ? year?.HI : year?.mainland
  if (!line) throw new Error(`There are no poverty guidelines of ${guidelineYear}`)
  return (line.first + line.further * (Math.max(size, 1) - 1)) * 100
}

/** Income in percent of a poverty line, rounded down; just above 400 it is 401, as on Form 8962, because 400 has a credit and it has none. */
export function povertyPercent(incomeCents: number, lineCents: number): number {
  const percent = Math.floor((incomeCents * 100) / lineCents)
  return incomeCents > 4 * lineCents ? Math.max(401, percent) : percent
}

/**
 * Share of income that a household is expected to pay, in hundredths of a percent: linear within its band, rounded to
 * the nearest hundredth (26 CFR 1.36B-3(g)(1)). A band includes its lower bound and excludes its upper one, except the
 * last. Null above the last band of a year with a limit. Amounts in cents.
 */
export function applicableShare({ bands, above }: ContributionYear, incomeCents: number, lineCents: number) {
  const percent = incomeCents * 100
  const last = bands.at(-1)
  const band =
    bands.find(({ to }) => percent < to * lineCents) ?? (last && percent <= last.to * lineCents ? last : undefined)
  if (!band) return above
  const { from, to, initial, final } = band
  return initial + Math.round(((final - initial) * (percent - from * lineCents)) / ((to - from) * lineCents))
}

/** Expected monthly contribution in cents: the share (hundredths of a percent) of a twelfth of the yearly income. */
export function monthlyContribution(incomeCents: number, share: number): number {
  return Math.round((incomeCents * share) / 10_000 / 12)
}

/**
 * Cost-sharing reduction by income: up to 150 percent of the poverty line 94, to 200 87, to 250 73 (45 CFR
 * 155.305(g)(2)).
 */
export function csrAt(incomeCents: number, lineCents: number): CsrVariant | null {
  const percent = incomeCents * 100
  if (percent < 100 * lineCents || percent > 250 * lineCents) return null
  return percent <= 150 * lineCents ? 'CSR94' : percent <= 200 * lineCents ? 'CSR87' : 'CSR73'
}

/**
 * Premium of the second lowest silver plan, counting equal premiums separately; the only one if there is one. Null
 * without any.
 */
export function benchmarkOf(silverPremiums: readonly number[]): number | null {
  const sorted = silverPremiums.toSorted((a, b) => a - b)
  return sorted[1] ?? sorted[0] ?? null
}
