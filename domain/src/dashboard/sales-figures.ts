import type { PolicySummary } from '../policies/policy-contract.ts'

/** As many carriers as the pie shows (DASH-02). */
export const maxSlices = 10

/** What one carrier brought in a year. */
export interface CarrierSales {
  id: number
  name: string
  policies: number
  members: number
  /** Of all policies of the year, from 0 to 1. */
  share: number
  months: readonly number[]
}

/** A year of sales, worked out of the rows of the sales stats call. */
export interface Sales {
  policies: number
  members: number
  /** Twelve, January first; 0 where a month has no data (DASH-07). */
  months: readonly number[]
  /** The year's policies divided by 12, whatever months have data (DASH-04). */
  average: number
  /** Those with most policies first, those with as many by name. */
  carriers: readonly CarrierSales[]
}

/** The figures of one year; rows of other years do not count. */
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

/** By how many per cent a year's sales differ from those of the year before; null when there is nothing to compare with. */
export function changeInPercent(sales: number, before: number): number | null {
  return before > 0 ? ((sales - before) / before) * 100 : null
}

/** The years that the dashboard's filter offers: current-5 to current+1 (DASH-01). */
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
