import type { CsrVariant } from '../eligibility/csr-variants.ts'
import { amountOf, cents, showMoney } from '../fields/amount.ts'
import type { CostLimit, MetalLevel } from './plan.ts'

/**
 * Cost of a benefit as text (PLAN-09 to PLAN-12, A-089): 0 is free, negative or exactly 1 is the full price, between 0
 * and 1 a percentage, above 1 dollars. `price` is decimal text; other text gives ''.
 */
export function showPrice(price: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(price.trim())
  if (!parts) return ''
  const [, minus, whole = '', places = ''] = parts
  const isWhole = /^0*$/.test(places)
  if (isWhole && Number(whole) === 0) return 'Free'
  if (minus === '-' || (isWhole && Number(whole) === 1)) return 'Full price'
  return Number(whole) === 0 ? `${percentOf(places)}%` : showMoney(dollars(whole, places))
}

/** Decimals of a fraction as percent: '2' → '20', '055' → '5.5'. */
function percentOf(places: string): string {
  const padded = places.padEnd(2, '0')
  const rest = padded.slice(2).replace(/0+$/, '')
  return `${Number(padded.slice(0, 2))}${rest === '' ? '' : `.${rest}`}`
}

/** Rounds half up to whole cents. */
function dollars(whole: string, places: string): string {
  const up = Number(places.slice(2, 3) || '0') >= 5 ? 1 : 0
  return amountOf(Number(whole) * 100 + Number(places.slice(0, 2).padEnd(2, '0')) + up)
}

/** What limits the credit of a plan. */
interface CreditablePlan {
  metal_level: MetalLevel
  premium: string | null
  ehb_premium?: string | null
  aptc_eligible_premium?: string | null
}

/** Part of a plan's premium that a credit may pay, in cents: without benefits beyond the essential ones; 0 without a premium. */
export function creditablePremium({
  premium,
  ehb_premium,
  aptc_eligible_premium,
}: Omit<CreditablePlan, 'metal_level'>): number {
  const amounts = [premium ?? '0', ehb_premium, aptc_eligible_premium]
  return Math.min(...amounts.flatMap((amount) => cents(amount ?? '') ?? []))
}

/**
 * Part of a credit that a plan can use, in cents: none for catastrophic plans (26 CFR 1.36B-1(c) excludes them), and at
 * most the premium for essential health benefits.
 */
export function creditTaken(plan: CreditablePlan, creditCents: number): number {
  return plan.metal_level === 'Catastrophic' ? 0 : Math.min(Math.max(creditCents, 0), creditablePremium(plan))
}

/** Premium after the credit, at least 0 (PLAN-13); null without a premium. */
export function promoPremium(plan: CreditablePlan, creditCents: number): string | null {
  const premiumCents = plan.premium === null ? null : cents(plan.premium)
  if (premiumCents === null) return null
  return amountOf(Math.max(0, premiumCents - creditTaken(plan, creditCents)))
}

/** Largest of a plan's deductibles or out-of-pocket maximums, as shown (PLAN-14); null without any. */
export function maxOf(limits: readonly Pick<CostLimit, 'amount'>[]): string | null {
  const amounts = limits.flatMap(({ amount }) => cents(amount) ?? [])
  return amounts.length === 0 ? null : amountOf(Math.max(...amounts))
}

/** Star rating as text, also for unrated plans (PLAN-17). */
export function showRating(rating: { global_rating: number } | null): string {
  return rating ? `${rating.global_rating} of 5` : 'No Rating'
}

const csrWords: Readonly<Record<CsrVariant, string>> = {
  CSR73: 'CSR 73',
  CSR87: 'CSR 87',
  CSR94: 'CSR 94',
  LimitedCSR: 'Limited cost sharing',
  ZeroCSR: 'Zero cost sharing',
}
/** Cost-sharing reduction as text. */
export function showCsr(csr: CsrVariant | null): string {
  return csr ? csrWords[csr] : 'None'
}

/**
 * Parses a cost-sharing reduction from an exchange's text, such as '87% AV Level Silver Plan CSR' or 'CSR87'; null if
 * there is none.
 */
export function readCsr(csr: string | null | undefined): CsrVariant | null {
  if (!csr) return null
  if (/zero/i.test(csr)) return 'ZeroCSR'
  if (/limited/i.test(csr)) return 'LimitedCSR'
  const level = /(73|87|94)/.exec(csr)?.[1]
  return level === '73' ? 'CSR73' : level === '87' ? 'CSR87' : level === '94' ? 'CSR94' : null
}

/** From least to most help; people of one plan get what all of them qualify for (45 CFR 155.305(g)(3)). */
const byHelp: readonly (CsrVariant | null)[] = [null, 'LimitedCSR', 'CSR73', 'CSR87', 'CSR94', 'ZeroCSR']
export function lowestCsr(all: readonly (CsrVariant | null)[]): CsrVariant | null {
  const least = Math.min(...all.map((csr) => byHelp.indexOf(csr)))
  return byHelp[least] ?? null
}
