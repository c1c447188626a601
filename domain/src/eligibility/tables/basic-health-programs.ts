import type { Confidence } from './year-row.ts'

/** Basic Health Program, or a waiver in its place: covers adults above the Medicaid limit, who then get no credit. */
export interface BasicHealthProgram {
  state: string
  name: string
  /** First and last day (YYYY-MM-DD); null: still in force. */
  from: string
  to: string | null
  /** Upper limit in percent of the poverty line. */
  limit: number
  source: string
  confidence: Confidence
}

export const basicHealthPrograms: readonly BasicHealthProgram[] = [
  {
    state: 'MN',
    name: 'MinnesotaCare',
    from: '2015-01-01',
    to: null,
    limit: 200,
    source:
      'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01); CMS enrollment snapshot notes, 2025-12 to 2026-05',
    confidence: 'verified',
  },
  {
    state: 'NY',
    name: 'Essential Plan',
    from: '2015-04-01',
    to: '2024-03-31',
    limit: 200,
    source: 'medicaid.gov, Medicaid, CHIP and BHP Eligibility Levels (2023-12-01)',
    confidence: 'one source',
  },
  {
    state: 'NY',
    name: 'Essential Plan',
    from: '2024-04-01',
    to: '2026-06-30',
    limit: 250,
    source: 'CMS enrollment snapshot notes, 2025-12 to 2026-05',
    confidence: 'one source',
  },
  {
    state: 'NY',
    name: 'Essential Plan',
    from: '2026-07-01',
    to: null,
    limit: 200,
    source: 'CMS enrollment snapshot notes, 2026-05',
    confidence: 'one source',
  },
  {
    state: 'OR',
    name: 'OHP Bridge',
    from: '2024-07-01',
    to: null,
    limit: 200,
    source: 'CMS enrollment snapshot notes, 2025-12 to 2026-05',
    confidence: 'one source',
  },
  {
    state: 'DC',
    name: 'Basic Health Program',
    from: '2026-01-01',
    to: null,
    limit: 200,
    source: 'CMS enrollment snapshot notes, 2025-12 to 2026-05; board paper of DC Health Link, quoted by PolicyEngine',
    confidence: 'one source',
  },
]
