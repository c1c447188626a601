import type { MonthCount } from './month-count.ts'
import { planKey, type Scope, scopeOfPlan, scopes } from './plan-scope.ts'

export type Basis = 'member' | 'policy' | 'percent' | 'flat'

/** Dated row of a carrier's commission schedule: what the carrier owes the agency. */
export interface ScheduleRow {
  id: number
  /** Codes of states; none means all. */
  states: readonly string[]
  scope: Scope
  /** Product line, metal level or plan name; '' for all plans. */
  scopeValue: string
  business: 'new' | 'renewal' | 'both'
  first: MonthCount
  last: MonthCount | null
  /** Effective dates of the policies that it applies to, for mid-year rate cuts. */
  cohortFrom: string | null
  cohortTo: string | null
  membersFrom: number | null
  membersTo: number | null
  basis: Basis
  /** Whole cents, or hundredths of a percent. */
  amount: number
  /** Maximum number of members paid for. */
  cap: number | null
  isCommissionable: boolean
  /** Months until the first payment of a policy. */
  firstLag: number
  /** Days to dispute; null uses the carrier's. */
  disputeDays: number | null
}

/** Facts of a policy in a month that select a row and its amount. */
export interface RowFacts {
  month: MonthCount
  state: string | null
  plan: string | null
  isNew: boolean
  isFirstMonth: boolean
  effective: string | null
  members: number | null
  /** Whole cents. */
  premium: number | null
}

/** Reason why a row does not apply to a policy in a month; null if it does. */
export function whyNot(row: ScheduleRow, facts: RowFacts): string | null {
  if (facts.month < row.first || (row.last !== null && facts.month > row.last)) return 'Other months'
  if (row.business === 'new' && !facts.isNew) return 'New business only'
  if (row.business === 'renewal' && facts.isNew) return 'Renewals only'
  if (row.states.length > 0 && facts.state === null) return 'State is unknown'
  if (row.states.length > 0 && !row.states.includes(facts.state ?? '')) return 'Other states'
  if (row.cohortFrom !== null || row.cohortTo !== null) {
    const { effective } = facts
    if (effective === null) return 'Effective date is unknown'
    if ((row.cohortFrom !== null && effective < row.cohortFrom) || (row.cohortTo !== null && effective > row.cohortTo))
      return 'Other effective dates'
  }
  if (row.membersFrom !== null || row.membersTo !== null) {
    const { members } = facts
    if (members === null) return 'Number of members is unknown'
    if (members < (row.membersFrom ?? 0) || (row.membersTo !== null && members > row.membersTo))
      return 'Other family size'
  }
  if (row.scope === 'all') return null
  const { line, metal, plan } = scopeOfPlan(facts.plan)
  if (row.scope === 'line' && row.scopeValue !== line) return 'Other product line'
  if (row.scope === 'metal' && row.scopeValue !== metal) return 'Other metal level'
  return row.scope === 'plan' && planKey(row.scopeValue) !== plan ? 'Other plan' : null
}

/**
 * Rule 5: the row of the narrowest scope (plan, metal level, product line, all plans) that applies; two of one scope never
 * overlap.
 */
export function rowFor(rows: readonly ScheduleRow[], facts: RowFacts): ScheduleRow | null {
  let best: ScheduleRow | null = null
  for (const row of rows)
    if (whyNot(row, facts) === null && (best === null || scopes.indexOf(row.scope) > scopes.indexOf(best.scope)))
      best = row
  return best
}

/** Rounds half away from zero to whole cents (money.md 3); `scale` is a positive whole number. */
export function divideRounded(product: number, scale: number): number {
  const whole = Math.floor((Math.abs(product) * 2 + scale) / (scale * 2))
  return product < 0 ? 0 - whole : whole
}

/**
 * Rule 6: the amount that a row gives in a month: per member up to the cap, per policy, percent of the premium, or flat in the
 * first month. Null when the members or the premium that it needs are unknown.
 */
export function amountOfRow(row: ScheduleRow, facts: RowFacts): number | null {
  if (!row.isCommissionable) return 0
  if (row.basis === 'policy') return row.amount
  if (row.basis === 'flat') return facts.isFirstMonth ? row.amount : 0
  if (row.basis === 'percent') return facts.premium === null ? null : divideRounded(facts.premium * row.amount, 10_000)
  return facts.members === null ? null : row.amount * Math.min(facts.members, row.cap ?? facts.members)
}
