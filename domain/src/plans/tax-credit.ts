import { type ContributionYear, contributionYears, povertyYears, yearIn } from './credit-years.ts'
import type { CsrVariant } from './plan.ts'

/** Tax household. */
export interface TaxHousehold {
  /** Everyone on the tax return, covered or not. */
  size: number
  /** Yearly income in cents. */
  incomeCents: number
  state: string
}

/** Outcome of an estimate: a credit, or the reason why there is none. */
export type CreditOutcome = 'credit' | 'below-poverty' | 'above-limit' | 'covered-by-contribution'

/** Estimated credit of a household; only the exchange decides. */
export interface CreditEstimate {
  outcome: CreditOutcome
  /** Monthly credit in cents. */
  creditCents: number
  /** Expected monthly contribution to the benchmark plan in cents; null without a credit by income. */
  contributionCents: number | null
  csr: CsrVariant | null
  /** Income in percent of the poverty line, rounded down. */
  povertyPercent: number
  /** Year of the contribution table: the requested year, or the newest earlier one. */
  tableYear: number
}

/** Poverty line of a household for a plan year, in cents, by the previous year's guidelines (26 CFR 1.36B-1(h)). */
export function povertyLine({ size, state }: Pick<TaxHousehold, 'size' | 'state'>, planYear: number): number {
  const year = povertyYears[yearIn(povertyYears, planYear - 1)]
  const line = state === 'AK' ? year?.AK : state === 'HI' ? year?.HI : year?.mainland
  if (!line) throw new Error('There is no poverty line')
  return (line.first + line.further * (Math.max(size, 1) - 1)) * 100
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
 * Estimated monthly credit: the benchmark's premium (the second lowest silver plan for the people to cover, in cents)
 * minus the household's expected contribution, at least 0 (26 CFR 1.36B-3(d) to (g)). No credit below the poverty line,
 * where Medicaid may apply, or above the year's limit.
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
    creditCents,
    contributionCents,
    csr: csrAt(incomeCents, lineCents),
    povertyPercent,
    tableYear,
  }
}

/**
 * Premium of the second lowest silver plan, counting equal premiums separately; the only one if there is one. Null
 * without any.
 */
export function benchmarkOf(silverPremiums: readonly number[]): number | null {
  const sorted = silverPremiums.toSorted((one, other) => one - other)
  return sorted[1] ?? sorted[0] ?? null
}
