import type { Confidence } from './year-row.ts'

/**
 * Share of household income above which an employer's offer is not affordable, in hundredths of a percent, by plan year
 * (26 USC 36B(c)(2)(C)(iv), indexed by the Rev. Proc. in `source`).
 */
export const employerAffordability: Readonly<
  Record<number, { share: number; source: string; confidence: Confidence }>
> = {
  2018: { share: 956, source: 'Rev. Proc. 2017-36', confidence: 'one source' },
  2019: { share: 986, source: 'Rev. Proc. 2018-34', confidence: 'verified' },
  2020: { share: 978, source: 'Rev. Proc. 2019-29', confidence: 'verified' },
  2021: { share: 983, source: 'Rev. Proc. 2020-36', confidence: 'verified' },
  2022: { share: 961, source: 'Rev. Proc. 2021-36', confidence: 'verified' },
  2023: { share: 912, source: 'Rev. Proc. 2022-34', confidence: 'verified' },
  2024: { share: 839, source: 'Rev. Proc. 2023-29', confidence: 'verified' },
  2025: { share: 902, source: 'Rev. Proc. 2024-35', confidence: 'verified' },
  2026: { share: 996, source: 'Rev. Proc. 2025-25', confidence: 'verified' },
  2027: { share: 1022, source: 'Rev. Proc. 2026-26', confidence: 'verified' },
}

/** First year in which family members are tested by the family premium (26 CFR 1.36B-2(c)(3)(v)(A)(2), T.D. 9968). */
export const familyTestFrom = 2023
