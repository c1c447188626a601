import type { YearRow } from './year-row.ts'

/**
 * Income limits of separate CHIP programs for children, in percent of the poverty line, with the 5-point disregard.
 * States that are missing have no separate program.
 */
export interface ChipLimit extends YearRow {
  /** First and last age in completed years; 18 means until the 19th birthday. */
  ageFrom: number
  ageTo: number
  limit: number
}

export const chipLimitSource =
  'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01); PolicyEngine US, 2026-08-19'

export const chipLimits: readonly ChipLimit[] = [
  { state: 'AL', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 317, confidence: 'verified' },
  { state: 'AR', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 216, confidence: 'verified' },
  { state: 'AZ', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 230, confidence: 'one source' },
  { state: 'CO', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 265, confidence: 'verified' },
  { state: 'CT', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 323, confidence: 'verified' },
  { state: 'DE', from: 2024, to: 2026, ageFrom: 1, ageTo: 18, limit: 217, confidence: 'verified' },
  { state: 'FL', from: 2024, to: 2026, ageFrom: 1, ageTo: 18, limit: 215, confidence: 'verified' },
  { state: 'GA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 252, confidence: 'verified' },
  { state: 'IA', from: 2024, to: 2026, ageFrom: 1, ageTo: 18, limit: 307, confidence: 'verified' },
  { state: 'ID', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 190, confidence: 'verified' },
  { state: 'IN', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 255, confidence: 'verified' },
  { state: 'KS', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 255, confidence: 'verified' },
  { state: 'LA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 255, confidence: 'verified' },
  { state: 'MA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 305, confidence: 'verified' },
  { state: 'MO', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 305, confidence: 'verified' },
  { state: 'MS', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 214, confidence: 'verified' },
  { state: 'MT', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 266, confidence: 'verified' },
  { state: 'NJ', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 355, confidence: 'verified' },
  { state: 'NV', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 205, confidence: 'verified' },
  { state: 'NY', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 405, confidence: 'verified' },
  { state: 'OR', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 305, confidence: 'verified' },
  { state: 'PA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 319, confidence: 'verified' },
  { state: 'SD', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 209, confidence: 'verified' },
  { state: 'TN', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 255, confidence: 'verified' },
  { state: 'TX', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 206, confidence: 'verified' },
  { state: 'UT', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 205, confidence: 'verified' },
  { state: 'VA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 205, confidence: 'verified' },
  { state: 'WA', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 317, confidence: 'verified' },
  { state: 'WI', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 306, confidence: 'verified' },
  { state: 'WV', from: 2024, to: 2026, ageFrom: 0, ageTo: 18, limit: 305, confidence: 'verified' },
]
