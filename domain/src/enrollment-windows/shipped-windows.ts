import type { EnrollmentWindow } from './enrollment-window.ts'

type Dates = readonly [state: string, opens: string, closes: string]

/** Windows of state-based exchanges, each from one list; none says until which day coverage begins on January 1. */
const ofStates = (planYear: number, source: string, dates: readonly Dates[]): readonly EnrollmentWindow[] =>
  dates.map(([exchange, opens, closes]) => ({
    exchange,
    planYear,
    opens,
    closes,
    lastForJanuary: null,
    source,
    confidence: 'one source',
  }))

/**
 * Open enrollment as known in November 2026. Exchanges and years that are missing here are not known: they are entered by an
 * administrator, never derived from other years (decision 265).
 */
export const shippedWindows: readonly EnrollmentWindow[] = [
  {
    exchange: 'federal',
    planYear: 2026,
    opens: '2025-11-01',
    closes: '2026-01-15',
    lastForJanuary: '2025-12-15',
    source: '45 CFR 155.410(e)(4); HealthSherpa help 4724650',
    confidence: 'verified',
  },
  {
    exchange: 'federal',
    planYear: 2027,
    opens: '2026-11-01',
    closes: '2027-01-15',
    lastForJanuary: '2026-12-15',
    source:
      'HealthCare.gov as quoted on September 28, 2026. In dispute: 45 CFR 155.410(e)(5) ends on December 31 and CMS had set December 15; D. Md. 1:25-cv-02114 vacated parts, the appeal (4th Cir. 26-1938) is pending',
    confidence: 'sources disagree',
  },
  ...ofStates(2026, 'healthversed.com', [
    ['CA', '2025-11-01', '2026-01-31'],
    ['DC', '2025-11-01', '2026-01-31'],
    ['ID', '2025-10-15', '2025-12-15'],
    ['NJ', '2025-11-01', '2026-01-31'],
    ['NY', '2025-11-01', '2026-01-31'],
    ['RI', '2025-11-01', '2026-01-31'],
  ]),
  // Pennsylvania: the same list first said that it opens on 2026-10-15.
  ...ofStates(2027, 'Table of a broker site of August 25, 2026, after healthinsurance.org', [
    ['CA', '2026-11-01', '2027-01-31'],
    ['CO', '2026-11-01', '2027-01-15'],
    ['CT', '2026-10-23', '2027-01-15'],
    ['DC', '2026-11-01', '2027-01-31'],
    ['GA', '2026-11-01', '2027-01-15'],
    ['ID', '2026-10-15', '2026-12-15'],
    ['IL', '2026-11-01', '2027-01-15'],
    ['KY', '2026-11-01', '2027-01-15'],
    ['ME', '2026-11-01', '2027-01-15'],
    ['MD', '2026-11-01', '2027-01-15'],
    ['MA', '2026-10-23', '2027-01-23'],
    ['MN', '2026-11-01', '2027-01-15'],
    ['NV', '2026-11-01', '2027-01-15'],
    ['NJ', '2026-11-01', '2027-01-31'],
    ['NM', '2026-11-01', '2027-01-15'],
    ['NY', '2026-11-01', '2027-01-31'],
    ['OR', '2026-11-01', '2027-01-15'],
    ['PA', '2026-11-01', '2027-01-15'],
    ['RI', '2026-11-01', '2026-12-31'],
    ['VT', '2026-11-01', '2027-01-15'],
    ['VA', '2026-11-01', '2027-01-29'],
    ['WA', '2026-11-01', '2027-01-15'],
  ]),
]
