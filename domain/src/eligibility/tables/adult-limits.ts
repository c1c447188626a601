import type { YearRow } from './year-row.ts'

/**
 * Medicaid income limits of adults aged 19 to 64. A state without the expansion has no limit for adults without children,
 * except Wisconsin, whose waiver covers them to 100 percent.
 */
export interface AdultLimit extends YearRow {
  /** Limit for parents of a child under 19, in percent of the poverty line, with the 5-point disregard. */
  parent: number
  /** The same for other adults; null: not covered. */
  adult: number | null
  /** First day of the expansion; null without one. */
  expandedOn: string | null
}

export const adultLimitSource =
  'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01); PolicyEngine US, 2026-08-19; KFF, May 2025'

export const adultLimits: readonly AdultLimit[] = [
  { state: 'AK', from: 2024, to: 2026, parent: 136, adult: 138, expandedOn: '2015-09-01', confidence: 'verified' },
  { state: 'AL', from: 2024, to: 2026, parent: 18, adult: null, expandedOn: null, confidence: 'verified' },
  { state: 'AR', from: 2024, to: 2026, parent: 20, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'AZ', from: 2024, to: 2026, parent: 111, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'CA', from: 2024, to: 2026, parent: 114, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'CO', from: 2024, to: 2026, parent: 73, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'CT', from: 2024, to: 2026, parent: 160, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'DC', from: 2024, to: 2025, parent: 221, adult: 215, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'DC', from: 2026, to: 2026, parent: 138, adult: 138, expandedOn: '2014-01-01', confidence: 'one source' },
  { state: 'DE', from: 2024, to: 2026, parent: 92, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'FL', from: 2024, to: 2024, parent: 29, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'FL', from: 2025, to: 2026, parent: 27, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'GA', from: 2024, to: 2024, parent: 33, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'GA', from: 2025, to: 2026, parent: 31, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'HI', from: 2024, to: 2026, parent: 110, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'IA', from: 2024, to: 2026, parent: 54, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'ID', from: 2024, to: 2026, parent: 27, adult: 138, expandedOn: '2020-01-01', confidence: 'verified' },
  { state: 'IL', from: 2024, to: 2026, parent: 138, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'IN', from: 2024, to: 2026, parent: 22, adult: 138, expandedOn: '2015-02-01', confidence: 'verified' },
  { state: 'KS', from: 2024, to: 2026, parent: 38, adult: null, expandedOn: null, confidence: 'verified' },
  { state: 'KY', from: 2024, to: 2026, parent: 27, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'LA', from: 2024, to: 2026, parent: 24, adult: 138, expandedOn: '2016-07-01', confidence: 'verified' },
  { state: 'MA', from: 2024, to: 2026, parent: 138, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'MD', from: 2024, to: 2026, parent: 128, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'ME', from: 2024, to: 2026, parent: 105, adult: 138, expandedOn: '2019-01-10', confidence: 'verified' },
  { state: 'MI', from: 2024, to: 2026, parent: 59, adult: 138, expandedOn: '2014-04-01', confidence: 'verified' },
  { state: 'MN', from: 2024, to: 2026, parent: 138, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'MO', from: 2024, to: 2026, parent: 23, adult: 138, expandedOn: '2021-07-01', confidence: 'verified' },
  { state: 'MS', from: 2024, to: 2024, parent: 24, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'MS', from: 2025, to: 2026, parent: 22, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'MT', from: 2024, to: 2026, parent: 29, adult: 138, expandedOn: '2016-01-01', confidence: 'verified' },
  { state: 'NC', from: 2024, to: 2026, parent: 138, adult: 138, expandedOn: '2023-12-01', confidence: 'verified' },
  { state: 'ND', from: 2024, to: 2026, parent: 53, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'NE', from: 2024, to: 2026, parent: 63, adult: 138, expandedOn: '2020-10-01', confidence: 'verified' },
  { state: 'NH', from: 2024, to: 2026, parent: 67, adult: 138, expandedOn: '2014-08-15', confidence: 'verified' },
  { state: 'NJ', from: 2024, to: 2026, parent: 34, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'NM', from: 2024, to: 2026, parent: 47, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'NV', from: 2024, to: 2026, parent: 35, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'NY', from: 2024, to: 2026, parent: 138, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'OH', from: 2024, to: 2026, parent: 95, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'OK', from: 2024, to: 2026, parent: 46, adult: 138, expandedOn: '2021-07-01', confidence: 'verified' },
  { state: 'OR', from: 2024, to: 2026, parent: 42, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'PA', from: 2024, to: 2026, parent: 38, adult: 138, expandedOn: '2015-01-01', confidence: 'verified' },
  { state: 'RI', from: 2024, to: 2026, parent: 121, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'SC', from: 2024, to: 2026, parent: 67, adult: null, expandedOn: null, confidence: 'verified' },
  { state: 'SD', from: 2024, to: 2026, parent: 57, adult: 138, expandedOn: '2023-07-01', confidence: 'verified' },
  { state: 'TN', from: 2024, to: 2024, parent: 89, adult: null, expandedOn: null, confidence: 'sources disagree' },
  { state: 'TN', from: 2025, to: 2026, parent: 105, adult: null, expandedOn: null, confidence: 'sources disagree' },
  { state: 'TX', from: 2024, to: 2024, parent: 17, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'TX', from: 2025, to: 2026, parent: 15, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'UT', from: 2024, to: 2026, parent: 46, adult: 138, expandedOn: '2020-01-01', confidence: 'verified' },
  { state: 'VA', from: 2024, to: 2026, parent: 54, adult: 138, expandedOn: '2019-01-01', confidence: 'verified' },
  { state: 'VT', from: 2024, to: 2026, parent: 54, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'WA', from: 2024, to: 2026, parent: 42, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'WI', from: 2024, to: 2026, parent: 100, adult: 100, expandedOn: null, confidence: 'verified' },
  { state: 'WV', from: 2024, to: 2026, parent: 23, adult: 138, expandedOn: '2014-01-01', confidence: 'verified' },
  { state: 'WY', from: 2024, to: 2024, parent: 50, adult: null, expandedOn: null, confidence: 'one source' },
  { state: 'WY', from: 2025, to: 2026, parent: 44, adult: null, expandedOn: null, confidence: 'one source' },
]
