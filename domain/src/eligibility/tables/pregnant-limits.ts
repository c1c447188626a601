import type { YearRow } from './year-row.ts'

/** Income limits during pregnancy, in percent of the poverty line, with the 5-point disregard; null without a program. */
export interface PregnantLimit extends YearRow {
  medicaid: number
  chip: number | null
  /** CHIP from conception to birth, whatever the immigration status of the mother. */
  fromConception: number | null
}

export const pregnantLimitSource =
  'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01); PolicyEngine US, 2026-08-19'

export const pregnantLimits: readonly PregnantLimit[] = [
  { state: 'AK', from: 2024, to: 2026, medicaid: 230, chip: null, fromConception: null, confidence: 'one source' },
  { state: 'AL', from: 2024, to: 2026, medicaid: 146, chip: null, fromConception: 317, confidence: 'verified' },
  { state: 'AR', from: 2024, to: 2026, medicaid: 214, chip: null, fromConception: 214, confidence: 'verified' },
  { state: 'AZ', from: 2024, to: 2026, medicaid: 161, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'CA', from: 2024, to: 2026, medicaid: 213, chip: null, fromConception: 322, confidence: 'verified' },
  { state: 'CO', from: 2024, to: 2026, medicaid: 200, chip: 265, fromConception: 265, confidence: 'verified' },
  { state: 'CT', from: 2024, to: 2026, medicaid: 263, chip: null, fromConception: 263, confidence: 'verified' },
  { state: 'DC', from: 2024, to: 2025, medicaid: 324, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'DC', from: 2026, to: 2026, medicaid: 324, chip: null, fromConception: 324, confidence: 'verified' },
  { state: 'DE', from: 2024, to: 2026, medicaid: 217, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'FL', from: 2024, to: 2026, medicaid: 196, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'GA', from: 2024, to: 2026, medicaid: 225, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'HI', from: 2024, to: 2026, medicaid: 196, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'IA', from: 2024, to: 2026, medicaid: 380, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'ID', from: 2024, to: 2026, medicaid: 138, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'IL', from: 2024, to: 2026, medicaid: 213, chip: null, fromConception: 213, confidence: 'verified' },
  { state: 'IN', from: 2024, to: 2026, medicaid: 213, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'KS', from: 2024, to: 2026, medicaid: 171, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'KY', from: 2024, to: 2026, medicaid: 200, chip: 218, fromConception: null, confidence: 'verified' },
  { state: 'LA', from: 2024, to: 2026, medicaid: 138, chip: null, fromConception: 214, confidence: 'verified' },
  { state: 'MA', from: 2024, to: 2026, medicaid: 205, chip: null, fromConception: 205, confidence: 'verified' },
  { state: 'MD', from: 2024, to: 2026, medicaid: 264, chip: null, fromConception: 264, confidence: 'verified' },
  { state: 'ME', from: 2024, to: 2026, medicaid: 214, chip: null, fromConception: 213, confidence: 'verified' },
  { state: 'MI', from: 2024, to: 2026, medicaid: 200, chip: null, fromConception: 200, confidence: 'verified' },
  { state: 'MN', from: 2024, to: 2026, medicaid: 283, chip: null, fromConception: 283, confidence: 'verified' },
  { state: 'MO', from: 2024, to: 2026, medicaid: 201, chip: 305, fromConception: 305, confidence: 'verified' },
  { state: 'MS', from: 2024, to: 2026, medicaid: 199, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'MT', from: 2024, to: 2026, medicaid: 162, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'NC', from: 2024, to: 2026, medicaid: 201, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'ND', from: 2024, to: 2026, medicaid: 175, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'NE', from: 2024, to: 2026, medicaid: 199, chip: null, fromConception: 202, confidence: 'verified' },
  { state: 'NH', from: 2024, to: 2026, medicaid: 201, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'NJ', from: 2024, to: 2026, medicaid: 199, chip: 205, fromConception: null, confidence: 'verified' },
  { state: 'NM', from: 2024, to: 2026, medicaid: 255, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'NV', from: 2024, to: 2025, medicaid: 190, chip: null, fromConception: null, confidence: 'one source' },
  { state: 'NV', from: 2026, to: 2026, medicaid: 205, chip: null, fromConception: null, confidence: 'one source' },
  { state: 'NY', from: 2024, to: 2026, medicaid: 223, chip: null, fromConception: 223, confidence: 'verified' },
  { state: 'OH', from: 2024, to: 2026, medicaid: 205, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'OK', from: 2024, to: 2026, medicaid: 210, chip: null, fromConception: 210, confidence: 'verified' },
  { state: 'OR', from: 2024, to: 2026, medicaid: 190, chip: null, fromConception: 190, confidence: 'verified' },
  { state: 'PA', from: 2024, to: 2026, medicaid: 220, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'RI', from: 2024, to: 2026, medicaid: 195, chip: 258, fromConception: 258, confidence: 'sources disagree' },
  { state: 'SC', from: 2024, to: 2026, medicaid: 199, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'SD', from: 2024, to: 2026, medicaid: 138, chip: null, fromConception: 138, confidence: 'verified' },
  { state: 'TN', from: 2024, to: 2026, medicaid: 255, chip: null, fromConception: 255, confidence: 'sources disagree' },
  { state: 'TX', from: 2024, to: 2026, medicaid: 203, chip: null, fromConception: 207, confidence: 'verified' },
  { state: 'UT', from: 2024, to: 2026, medicaid: 144, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'VA', from: 2024, to: 2026, medicaid: 148, chip: 205, fromConception: 205, confidence: 'verified' },
  { state: 'VT', from: 2024, to: 2026, medicaid: 213, chip: null, fromConception: null, confidence: 'verified' },
  { state: 'WA', from: 2024, to: 2024, medicaid: 198, chip: null, fromConception: 198, confidence: 'verified' },
  { state: 'WA', from: 2025, to: 2026, medicaid: 215, chip: null, fromConception: 215, confidence: 'one source' },
  { state: 'WI', from: 2024, to: 2026, medicaid: 306, chip: null, fromConception: 306, confidence: 'verified' },
  { state: 'WV', from: 2024, to: 2026, medicaid: 190, chip: 305, fromConception: null, confidence: 'verified' },
  { state: 'WY', from: 2024, to: 2026, medicaid: 159, chip: null, fromConception: null, confidence: 'verified' },
]
