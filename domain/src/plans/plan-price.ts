import { amountOf, cents, showMoney } from '../fields/amount.ts'
import type { CostLimit, CsrVariant, MetalLevel } from './plan.ts'

/**
 * What a benefit costs, in words (PLAN-09 to PLAN-12, A-089): 0 is free, below 0 or exactly 1 the full price, between
 * them a share in per cent, above 1 dollars. `price` is a decimal text; what is none shows nothing.
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

/** The places after the point of a fraction, moved two to the left: '2' → '20', '055' → '5.5'. */
function percentOf(places: string): string {
  const padded = places.padEnd(2, '0')
  const rest = padded.slice(2).replace(/0+$/, '')
  return `${Number(padded.slice(0, 2))}${rest === '' ? '' : `.${rest}`}`
}

/** To whole cents, half up. */
function dollars(whole: string, places: string): string {
  const up = Number(places.slice(2, 3) || '0') >= 5 ? 1 : 0
  return amountOf(Number(whole) * 100 + Number(places.slice(0, 2).padEnd(2, '0')) + up)
}

/**
 * How much of a credit a plan takes, in cents: none for a catastrophic plan (26 CFR 1.36B-1(c) leaves it out of qualified
 * health plans), and never more than the premium.
 */
export function creditTaken(plan: { metal_level: MetalLevel; premiumCents: number }, creditCents: number): number {
  return plan.metal_level === 'Catastrophic' ? 0 : Math.min(Math.max(creditCents, 0), plan.premiumCents)
}

/** The premium after the credit, never below 0 (PLAN-13); null where there is no premium. */
export function promoPremium(
  { premium, metal_level }: { premium: string | null; metal_level: MetalLevel },
  creditCents: number,
): string | null {
  const premiumCents = premium === null ? null : cents(premium)
  if (premiumCents === null) return null
  return amountOf(Math.max(0, premiumCents - creditTaken({ metal_level, premiumCents }, creditCents)))
}

/** The greatest of a plan's deductibles or out-of-pocket maximums, which is the one that is shown (PLAN-14); null without any. */
export function maxOf(limits: readonly Pick<CostLimit, 'amount'>[]): string | null {
  const amounts = limits.flatMap(({ amount }) => cents(amount) ?? [])
  return amounts.length === 0 ? null : amountOf(Math.max(...amounts))
}

/** The stars in words; a plan that was not rated says so (PLAN-17). */
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
/** A reduction of cost sharing as people say it. */
export function showCsr(csr: CsrVariant | null): string {
  return csr ? csrWords[csr] : 'None'
}

/**
 * The reduction that an exchange's words mean, such as '87% AV Level Silver Plan CSR' or 'CSR87'; null for none and for
 * words that tell of none.
 */
export function readCsr(said: string | null | undefined): CsrVariant | null {
  if (!said) return null
  if (/zero/i.test(said)) return 'ZeroCSR'
  if (/limited/i.test(said)) return 'LimitedCSR'
  const level = /(73|87|94)/.exec(said)?.[1]
  return level === '73' ? 'CSR73' : level === '87' ? 'CSR87' : level === '94' ? 'CSR94' : null
}

/** From the least help to the most; people of one plan have what all of them have (45 CFR 155.305(g)(3)). */
const byHelp: readonly (CsrVariant | null)[] = [null, 'LimitedCSR', 'CSR73', 'CSR87', 'CSR94', 'ZeroCSR']
export function lowestCsr(all: readonly (CsrVariant | null)[]): CsrVariant | null {
  const least = Math.min(...all.map((csr) => byHelp.indexOf(csr)))
  return byHelp[least] ?? null
}
