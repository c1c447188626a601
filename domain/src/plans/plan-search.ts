import { amountOf, cents } from '../fields/amount.ts'
import { type MetalLevel, metalLevels, type OfferedPlan, type PlanType } from './plan.ts'
import type { PlanFacet, PlanRow } from './plan-contract.ts'
import { maxOf, promoPremium } from './plan-price.ts'
import type { PlanSort } from './plan-sorts.ts'
import { type UseLevel, yearlyCosts } from './yearly-cost.ts'

/** Plan filters; values of one filter are combined with OR, filters with AND. Empty means any. */
export interface PlanFilters {
  metalLevels: readonly MetalLevel[]
  issuers: readonly string[]
  types: readonly PlanType[]
  /** Maximum monthly premium after the credit, in cents. */
  premiumUpTo: number | null
  /** Ids of the only plans that count, such as those that cover all chosen doctors. */
  only?: ReadonlySet<string>
}

/** Order and page of a list of plans. */
export interface PlanView {
  sort: PlanSort
  order: 'asc' | 'desc'
  use?: UseLevel | undefined
  pageNumber: number
  pageSize: number
}

/** Plan as a list row, with the premium after the credit (PLAN-13) and its largest limits (PLAN-14). */
export function rowOf<Plan extends OfferedPlan>(
  plan: Plan,
  { creditCents, invented }: { creditCents: number; invented: boolean },
): Plan & PlanRow {
  const promo_premium = promoPremium(plan, creditCents)
  return {
    ...plan,
    invented,
    promo_premium,
    yearly_costs: yearlyCosts(promo_premium, plan.examples),
    deductible: maxOf(plan.deductibles),
    moop: maxOf(plan.moops),
  }
}

const tests = {
  metal_level: ({ metal_level }: PlanRow, { metalLevels: wanted }: PlanFilters) =>
    wanted.length === 0 || wanted.includes(metal_level),
  issuer: ({ issuer }: PlanRow, { issuers }: PlanFilters) => issuers.length === 0 || issuers.includes(issuer.name),
  type: ({ type }: PlanRow, { types }: PlanFilters) => types.length === 0 || types.includes(type),
  premium: ({ promo_premium }: PlanRow, { premiumUpTo }: PlanFilters) =>
    premiumUpTo === null || (promo_premium !== null && (cents(promo_premium) ?? 0) <= premiumUpTo),
  only: ({ id }: PlanRow, { only }: PlanFilters) => only === undefined || only.has(id),
}
type Test = keyof typeof tests
const names = Object.keys(tests) as Test[]

/** Whether the row passes all filters except `but`. */
const passes = (row: PlanRow, filters: PlanFilters, but?: Test) =>
  names.every((name) => name === but || tests[name](row, filters))

export function filterPlans(rows: readonly PlanRow[], filters: PlanFilters): PlanRow[] {
  return rows.filter((row) => passes(row, filters))
}

const facetValues = {
  metal_level: ({ metal_level }: PlanRow) => metal_level as string,
  issuer: ({ issuer }: PlanRow) => issuer.name,
  type: ({ type }: PlanRow) => type as string,
} as const

/**
 * Values of each filter with the number of plans under the other filters (PLAN-03). A filter does not restrict its own
 * values, so that more can be selected. Values without plans stay, with 0.
 */
export function facetsOf(rows: readonly PlanRow[], filters: PlanFilters): PlanFacet[] {
  return (Object.keys(facetValues) as (keyof typeof facetValues)[]).map((name) => {
    const counts = new Map<string, number>()
    for (const row of rows) {
      const value = facetValues[name](row)
      counts.set(value, (counts.get(value) ?? 0) + (passes(row, filters, name) ? 1 : 0))
    }
    const order = name === 'metal_level' ? byLevel : byName
    return { name, facets: [...counts].map(([value, count]) => ({ value, count })).sort(order) }
  })
}

const levels: readonly string[] = metalLevels
const byLevel = (a: { value: string }, b: { value: string }) => levels.indexOf(a.value) - levels.indexOf(b.value)
const byName = (a: { value: string }, b: { value: string }) => a.value.localeCompare(b.value, 'en')

/** Lowest and highest premium after the credit; null without premiums. */
export function premiumRange(rows: readonly PlanRow[]): { min: string; max: string } | null {
  const all = rows.flatMap(({ promo_premium }) => (promo_premium === null ? [] : (cents(promo_premium) ?? [])))
  return all.length === 0 ? null : { min: amountOf(Math.min(...all)), max: amountOf(Math.max(...all)) }
}

const sortValues: Readonly<Record<PlanSort, (row: PlanRow, use: UseLevel) => number | null>> = {
  premium: ({ promo_premium }) => (promo_premium === null ? null : cents(promo_premium)),
  deductible: ({ deductible }) => (deductible === null ? null : cents(deductible)),
  quality_rating: ({ quality_rating }) => quality_rating?.global_rating ?? null,
  yearly_cost: ({ yearly_costs }, use) => (yearly_costs === null ? null : cents(yearly_costs[use])),
}

/**
 * Sorts plans: unknown values, such as a missing rating, are last in both directions. Ties are ordered by
 * premium after the credit, then before it, then by id, so that pages never overlap.
 */
export function sortPlans(
  rows: readonly PlanRow[],
  { sort, order, use = 'medium' }: { sort: PlanSort; order: 'asc' | 'desc'; use?: UseLevel | undefined },
): PlanRow[] {
  const value = sortValues[sort]
  const sign = order === 'desc' ? -1 : 1
  return rows.toSorted(
    (a, b) =>
      compare(value(a, use), value(b, use), sign) ||
      compare(sortValues.premium(a, use), sortValues.premium(b, use)) ||
      compare(fullPremium(a), fullPremium(b)) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

/** One page of the plans that pass the filters, with the available filter values. */
export function planPage(rows: readonly PlanRow[], filters: PlanFilters, view: PlanView) {
  const found = sortPlans(filterPlans(rows, filters), view)
  const { pageNumber, pageSize } = view
  return {
    data: found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    totalRecords: found.length,
    pageNumber,
    pageSize,
    totalPages: Math.ceil(found.length / pageSize),
    facets: facetsOf(rows, filters),
    offered: rows.length,
    ranges: { premiums: premiumRange(rows) },
  }
}

const fullPremium = ({ premium }: PlanRow) => (premium === null ? null : cents(premium))

function compare(a: number | null, b: number | null, sign: 1 | -1 = 1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return (a - b) * sign
}
