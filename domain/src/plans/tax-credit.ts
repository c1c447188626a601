import { type ContributionYear, contributionYears, povertyYears, yearIn } from './credit-years.ts'
import type { CsrVariant } from './plan.ts'

/** A household as its tax return will show it. */
export interface TaxHousehold {
  /** Everybody on the return, covered or not. */
  size: number
  /** A year, in cents. */
  incomeCents: number
  state: string
}

/** Why there is no credit, or that there is one. */
export type CreditOutcome = 'credit' | 'below-poverty' | 'above-limit' | 'covered-by-contribution'

/** What a household may expect; an estimate, which the exchange alone decides. */
export interface CreditEstimate {
  outcome: CreditOutcome
  /** A month, in cents. */
  creditCents: number
  /** What the household is expected to pay of the benchmark a month, in cents; null where there is no credit by income. */
  contributionCents: number | null
  csr: CsrVariant | null
  /** Income in whole per cent of the poverty line, rounded down. */
  povertyPercent: number
  /** Of which year the table of contributions is: the year asked for, or the newest before it. */
  tableYear: number
}

/** The poverty line of a household for a plan year, in cents, by the guidelines of the year before (26 CFR 1.36B-1(h)). */
export function povertyLine({ size, state }: Pick<TaxHousehold, 'size' | 'state'>, planYear: number): number {
  const year = povertyYears[yearIn(povertyYears, planYear - 1)]
  const line = state === 'AK' ? year?.AK : state === 'HI' ? year?.HI : year?.mainland
  if (!line) throw new Error('There is no poverty line')
  return (line.first + line.further * (Math.max(size, 1) - 1)) * 100
}

/**
 * The share of its income that a household is expected to pay, in hundredths of a per cent: linear within its band and
 * rounded to the nearest hundredth (26 CFR 1.36B-3(g)(1)). A band begins with its lower end and ends before its upper
 * one, but for the last. Null above the last band of a year with a limit. Both amounts in cents.
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

/** The reduction of cost sharing at an income: up to 150 per cent of the line 94, to 200 87, to 250 73 (45 CFR 155.305(g)(2)). */
export function csrAt(incomeCents: number, lineCents: number): CsrVariant | null {
  const percent = incomeCents * 100
  if (percent < 100 * lineCents || percent > 250 * lineCents) return null
  return percent <= 150 * lineCents ? 'CSR94' : percent <= 200 * lineCents ? 'CSR87' : 'CSR73'
}

/**
 * The credit that a household may expect a month: the benchmark's premium (the second lowest silver plan, in cents, for
 * those who would be covered) less what the household is expected to pay, never below 0 (26 CFR 1.36B-3(d) to (g)). None
 * below 100 per cent of the poverty line, where Medicaid may help instead, and none above the limit of the year.
 */
export function estimateCredit(household: TaxHousehold, year: number, benchmarkCents: number | null): CreditEstimate {
  const { incomeCents } = household
  const lineCents = povertyLine(household, year)
  const tableYear = yearIn(contributionYears, year)
  const povertyPercent = Math.floor((incomeCents * 100) / lineCents)
  const table = contributionYears[tableYear]
  if (!table) throw new Error('There is no table of contributions')
  const none = { creditCents: 0, contributionCents: null, csr: null, povertyPercent, tableYear }
  if (incomeCents < lineCents) return { ...none, outcome: 'below-poverty' }
  const share = applicableShare(table, incomeCents, lineCents)
  if (share === null) return { ...none, outcome: 'above-limit' }
  const contributionCents = Math.round((incomeCents * share) / 10_000 / 12)
  const creditCents = Math.max(0, (benchmarkCents ?? 0) - contributionCents)
  return {
    outcome: creditCents > 0 ? 'credit' : 'covered-by-contribution',
    ...{ creditCents, contributionCents, csr: csrAt(incomeCents, lineCents), povertyPercent, tableYear },
  }
}

/** The premium of the second lowest silver plan; of two that cost the same each counts, and a single one is it. Null without any. */
export function benchmarkOf(silverPremiums: readonly number[]): number | null {
  const sorted = silverPremiums.toSorted((one, other) => one - other)
  return sorted[1] ?? sorted[0] ?? null
}
