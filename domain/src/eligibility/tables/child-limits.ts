import type { YearRow } from './year-row.ts'

/** Medicaid income limits of children by age, in percent of the poverty line, with the 5-point disregard. */
export interface ChildLimit extends YearRow {
  /** Under 1; in California and Minnesota under 2. */
  infant: number
  /** Up to 5. */
  young: number
  /** From 6 until the 19th birthday. */
  older: number
}

export const childLimitSource =
  'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01); PolicyEngine US, 2026-08-19'

export const childLimits: readonly ChildLimit[] = [
  { state: 'AK', from: 2024, to: 2026, infant: 208, young: 208, older: 208, confidence: 'verified' },
  { state: 'AL', from: 2024, to: 2026, infant: 146, young: 146, older: 146, confidence: 'verified' },
  { state: 'AR', from: 2024, to: 2026, infant: 147, young: 147, older: 147, confidence: 'verified' },
  { state: 'AZ', from: 2024, to: 2026, infant: 152, young: 146, older: 138, confidence: 'verified' },
  { state: 'CA', from: 2024, to: 2026, infant: 266, young: 266, older: 266, confidence: 'verified' },
  { state: 'CO', from: 2024, to: 2026, infant: 147, young: 147, older: 147, confidence: 'verified' },
  { state: 'CT', from: 2024, to: 2026, infant: 201, young: 201, older: 201, confidence: 'verified' },
  { state: 'DC', from: 2024, to: 2026, infant: 324, young: 324, older: 324, confidence: 'verified' },
  { state: 'DE', from: 2024, to: 2026, infant: 217, young: 147, older: 138, confidence: 'verified' },
  { state: 'FL', from: 2024, to: 2026, infant: 211, young: 145, older: 138, confidence: 'verified' },
  { state: 'GA', from: 2024, to: 2026, infant: 210, young: 154, older: 138, confidence: 'verified' },
  { state: 'HI', from: 2024, to: 2026, infant: 313, young: 313, older: 313, confidence: 'verified' },
  { state: 'IA', from: 2024, to: 2024, infant: 380, young: 172, older: 172, confidence: 'verified' },
  { state: 'IA', from: 2025, to: 2026, infant: 220, young: 172, older: 172, confidence: 'one source' },
  { state: 'ID', from: 2024, to: 2026, infant: 147, young: 147, older: 138, confidence: 'verified' },
  { state: 'IL', from: 2024, to: 2026, infant: 318, young: 318, older: 318, confidence: 'verified' },
  { state: 'IN', from: 2024, to: 2026, infant: 213, young: 163, older: 163, confidence: 'verified' },
  { state: 'KS', from: 2024, to: 2026, infant: 171, young: 154, older: 138, confidence: 'verified' },
  { state: 'KY', from: 2024, to: 2026, infant: 218, young: 218, older: 218, confidence: 'verified' },
  { state: 'LA', from: 2024, to: 2026, infant: 217, young: 217, older: 217, confidence: 'verified' },
  { state: 'MA', from: 2024, to: 2026, infant: 205, young: 155, older: 155, confidence: 'verified' },
  { state: 'MD', from: 2024, to: 2026, infant: 322, young: 322, older: 322, confidence: 'verified' },
  { state: 'ME', from: 2024, to: 2026, infant: 305, young: 305, older: 305, confidence: 'verified' },
  { state: 'MI', from: 2024, to: 2026, infant: 217, young: 217, older: 217, confidence: 'verified' },
  { state: 'MN', from: 2024, to: 2026, infant: 288, young: 280, older: 280, confidence: 'verified' },
  { state: 'MO', from: 2024, to: 2026, infant: 201, young: 155, older: 155, confidence: 'sources disagree' },
  { state: 'MS', from: 2024, to: 2026, infant: 199, young: 148, older: 138, confidence: 'verified' },
  { state: 'MT', from: 2024, to: 2026, infant: 148, young: 148, older: 148, confidence: 'verified' },
  { state: 'NC', from: 2024, to: 2026, infant: 216, young: 216, older: 216, confidence: 'verified' },
  { state: 'ND', from: 2024, to: 2026, infant: 205, young: 205, older: 205, confidence: 'one source' },
  { state: 'NE', from: 2024, to: 2026, infant: 218, young: 218, older: 218, confidence: 'verified' },
  { state: 'NH', from: 2024, to: 2026, infant: 323, young: 323, older: 323, confidence: 'verified' },
  { state: 'NJ', from: 2024, to: 2026, infant: 199, young: 147, older: 147, confidence: 'verified' },
  { state: 'NM', from: 2024, to: 2026, infant: 305, young: 305, older: 245, confidence: 'verified' },
  { state: 'NV', from: 2024, to: 2026, infant: 165, young: 165, older: 138, confidence: 'verified' },
  { state: 'NY', from: 2024, to: 2026, infant: 223, young: 154, older: 154, confidence: 'verified' },
  { state: 'OH', from: 2024, to: 2026, infant: 211, young: 211, older: 211, confidence: 'verified' },
  { state: 'OK', from: 2024, to: 2026, infant: 210, young: 210, older: 210, confidence: 'verified' },
  { state: 'OR', from: 2024, to: 2026, infant: 190, young: 138, older: 138, confidence: 'verified' },
  { state: 'PA', from: 2024, to: 2026, infant: 220, young: 162, older: 138, confidence: 'verified' },
  { state: 'RI', from: 2024, to: 2026, infant: 266, young: 266, older: 266, confidence: 'verified' },
  { state: 'SC', from: 2024, to: 2026, infant: 213, young: 213, older: 213, confidence: 'verified' },
  { state: 'SD', from: 2024, to: 2026, infant: 187, young: 187, older: 187, confidence: 'verified' },
  { state: 'TN', from: 2024, to: 2026, infant: 200, young: 147, older: 138, confidence: 'sources disagree' },
  { state: 'TX', from: 2024, to: 2026, infant: 203, young: 149, older: 138, confidence: 'verified' },
  { state: 'UT', from: 2024, to: 2026, infant: 144, young: 144, older: 138, confidence: 'verified' },
  { state: 'VA', from: 2024, to: 2026, infant: 148, young: 148, older: 148, confidence: 'verified' },
  { state: 'VT', from: 2024, to: 2026, infant: 317, young: 317, older: 317, confidence: 'verified' },
  { state: 'WA', from: 2024, to: 2026, infant: 215, young: 215, older: 215, confidence: 'verified' },
  { state: 'WI', from: 2024, to: 2026, infant: 306, young: 191, older: 156, confidence: 'verified' },
  { state: 'WV', from: 2024, to: 2026, infant: 163, young: 146, older: 138, confidence: 'verified' },
  { state: 'WY', from: 2024, to: 2026, infant: 205, young: 205, older: 205, confidence: 'verified' },
]
