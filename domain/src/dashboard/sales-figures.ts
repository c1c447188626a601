import type { PolicySummary } from '../policies/policy-contract.ts'

/** Number of carriers in the pie chart (DASH-02). */
export const maxSlices = 10

/** One carrier's sales in a year. */
export interface CarrierSales {
  id: number
  name: string
  policies: number
  members: number
  /** Share of all policies of the year, from 0 to 1. */
  share: number
  months: readonly number[]
}

/** Sum of the carriers that are not among the ten. */
export interface OtherCarriers extends Omit<CarrierSales, 'id' | 'name'> {
  carriers: number
}

/** One year of sales, computed from the rows of the sales statistics. */
export interface Sales {
  policies: number
  members: number
  /** Twelve, January first; 0 for a month without data (DASH-07). */
  months: readonly number[]
  /** The year's policies divided by 12, also with missing months (DASH-04). */
  average: number
  /** Carriers with most policies first, then by name. */
  carriers: readonly CarrierSales[]
}

/** Figures of one year; rows of other years are ignored. */
export function salesOf(rows: readonly PolicySummary[], year: number): Sales {
  const own = rows.filter((row) => row.year === year)
  const policies = sumOf(own, 'policies')
  const carriers = [...Map.groupBy(own, ({ carrierId }) => carrierId)].map(([id, theirs]) => ({
    id,
    name: theirs[0]?.carrierName ?? '',
    policies: sumOf(theirs, 'policies'),
    members: sumOf(theirs, 'members'),
    share: policies > 0 ? sumOf(theirs, 'policies') / policies : 0,
    months: byMonth(theirs),
  }))
  return {
    policies,
    members: sumOf(own, 'members'),
    months: byMonth(own),
    average: policies / 12,
    carriers: carriers.toSorted((a, b) => b.policies - a.policies || a.name.localeCompare(b.name, 'en')),
  }
}

/** The carriers of the charts: at most ten, and the sum of the others, null when there are none. */
export function topCarriers({ carriers }: Sales): { top: readonly CarrierSales[]; others: OtherCarriers | null } {
  const rest = carriers.slice(maxSlices)
  if (rest.length === 0) return { top: carriers, others: null }
  const sum = (of: (sales: CarrierSales) => number) => rest.reduce((total, carrier) => total + of(carrier), 0)
  return {
    top: carriers.slice(0, maxSlices),
    others: {
      carriers: rest.length,
      policies: sum(({ policies }) => policies),
      members: sum(({ members }) => members),
      share: sum(({ share }) => share),
      months: rest[0]?.months.map((_, month) => sum(({ months }) => months[month] ?? 0)) ?? [],
    },
  }
}

/** Sums from January to each month. */
export function cumulated(months: readonly number[]): number[] {
  let sum = 0
  return months.map((value) => {
    sum += value
    return sum
  })
}

/** Percent of each month's total, 0 in a month without. */
export function shareOfMonths(months: readonly number[], totals: readonly number[]): number[] {
  return months.map((value, month) => ((totals[month] ?? 0) > 0 ? (value / (totals[month] ?? 0)) * 100 : 0))
}

/** Percent change from the previous year's sales; null without a previous year. */
export function changeInPercent(sales: number, before: number): number | null {
  return before > 0 ? ((sales - before) / before) * 100 : null
}

/** Years of the dashboard's filter: current-5 to current+1 (DASH-01). */
export function dashboardYears(currentYear: number): number[] {
  return Array.from({ length: 7 }, (_, index) => currentYear - 5 + index)
}

function byMonth(rows: readonly PolicySummary[]): number[] {
  const months = Array.from({ length: 12 }, () => 0)
  for (const { month, policies } of rows) months[month - 1] = (months[month - 1] ?? 0) + policies
  return months
}

function sumOf(rows: readonly PolicySummary[], what: 'policies' | 'members'): number {
  return rows.reduce((sum, row) => sum + row[what], 0)
}
