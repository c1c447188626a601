import type { Confidence } from './year-row.ts'

/**
 * Federal figures of the premium tax credit by year. Add each new year with its source; a year without an entry is not
 * estimated, and the answer names the missing table.
 */

/** Income band: bounds in percent of the poverty line, shares in hundredths of a percent. */
export interface ContributionBand {
  from: number
  to: number
  initial: number
  final: number
}

export interface ContributionYear {
  /** The first band starts at income 0; eligibility is a separate rule. */
  bands: readonly ContributionBand[]
  /** Share above the last band; null: no credit above it. */
  above: number | null
  source: string
  confidence: Confidence
}

/** From 2021 to 2025 without an upper limit; people with unemployment pay in 2021 are not in the table (ARPA § 9663). */
export const contributionYears: Readonly<Record<number, ContributionYear>> = {
  2018: {
    bands: [
      { from: 0, to: 133, initial: 201, final: 201 },
      { from: 133, to: 150, initial: 302, final: 403 },
      { from: 150, to: 200, initial: 403, final: 634 },
      { from: 200, to: 250, initial: 634, final: 810 },
      { from: 250, to: 300, initial: 810, final: 956 },
      { from: 300, to: 400, initial: 956, final: 956 },
    ],
    above: null,
    source: 'Rev. Proc. 2017-36',
    confidence: 'verified',
  },
  2019: {
    bands: [
      { from: 0, to: 133, initial: 208, final: 208 },
      { from: 133, to: 150, initial: 311, final: 415 },
      { from: 150, to: 200, initial: 415, final: 654 },
      { from: 200, to: 250, initial: 654, final: 836 },
      { from: 250, to: 300, initial: 836, final: 986 },
      { from: 300, to: 400, initial: 986, final: 986 },
    ],
    above: null,
    source: 'Rev. Proc. 2018-34',
    confidence: 'one source',
  },
  2020: {
    bands: [
      { from: 0, to: 133, initial: 206, final: 206 },
      { from: 133, to: 150, initial: 309, final: 412 },
      { from: 150, to: 200, initial: 412, final: 649 },
      { from: 200, to: 250, initial: 649, final: 829 },
      { from: 250, to: 300, initial: 829, final: 978 },
      { from: 300, to: 400, initial: 978, final: 978 },
    ],
    above: null,
    source: 'Rev. Proc. 2019-29',
    confidence: 'one source',
  },
  2021: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'ARPA (P.L. 117-2) s. 9661',
    confidence: 'verified',
  },
  2022: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'ARPA (P.L. 117-2) s. 9661',
    confidence: 'verified',
  },
  2023: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'ARPA s. 9661, extended by IRA (P.L. 117-169) s. 12001',
    confidence: 'verified',
  },
  2024: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'ARPA s. 9661, extended by IRA (P.L. 117-169) s. 12001',
    confidence: 'verified',
  },
  2025: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'ARPA s. 9661, extended by IRA (P.L. 117-169) s. 12001',
    confidence: 'verified',
  },
  2026: {
    bands: [
      { from: 0, to: 133, initial: 210, final: 210 },
      { from: 133, to: 150, initial: 314, final: 419 },
      { from: 150, to: 200, initial: 419, final: 660 },
      { from: 200, to: 250, initial: 660, final: 844 },
      { from: 250, to: 300, initial: 844, final: 996 },
      { from: 300, to: 400, initial: 996, final: 996 },
    ],
    above: null,
    source: 'Rev. Proc. 2025-25',
    confidence: 'verified',
  },
  2027: {
    bands: [
      { from: 0, to: 133, initial: 215, final: 215 },
      { from: 133, to: 150, initial: 323, final: 430 },
      { from: 150, to: 200, initial: 430, final: 678 },
      { from: 200, to: 250, initial: 678, final: 866 },
      { from: 250, to: 300, initial: 866, final: 1022 },
      { from: 300, to: 400, initial: 1022, final: 1022 },
    ],
    above: null,
    source: 'Rev. Proc. 2026-26',
    confidence: 'verified',
  },
}

/** Poverty line in whole dollars: for the first person, and for each additional one. */
export interface PovertyLine {
  first: number
  further: number
  confidence: Confidence
}

export interface PovertyYear {
  mainland: PovertyLine
  AK: PovertyLine
  HI: PovertyLine
}

export const povertySource = 'HHS poverty guidelines, by PolicyEngine US, 2026-08-19'

/** HHS poverty guidelines by their own year; a credit uses those of the previous year (26 CFR 1.36B-1(h)). */
export const povertyYears: Readonly<Record<number, PovertyYear>> = {
  2017: {
    mainland: { first: 12_060, further: 4_180, confidence: 'one source' },
    AK: { first: 15_060, further: 5_230, confidence: 'one source' },
    HI: { first: 13_860, further: 4_810, confidence: 'one source' },
  },
  2018: {
    mainland: { first: 12_140, further: 4_320, confidence: 'one source' },
    AK: { first: 15_180, further: 5_400, confidence: 'one source' },
    HI: { first: 13_960, further: 4_810, confidence: 'one source' },
  },
  2019: {
    mainland: { first: 12_490, further: 4_420, confidence: 'one source' },
    AK: { first: 15_600, further: 5_530, confidence: 'one source' },
    HI: { first: 14_380, further: 5_080, confidence: 'one source' },
  },
  2020: {
    mainland: { first: 12_760, further: 4_480, confidence: 'one source' },
    AK: { first: 15_950, further: 5_600, confidence: 'one source' },
    HI: { first: 14_680, further: 5_150, confidence: 'one source' },
  },
  2021: {
    mainland: { first: 12_880, further: 4_540, confidence: 'one source' },
    AK: { first: 16_090, further: 5_680, confidence: 'one source' },
    HI: { first: 14_820, further: 5_220, confidence: 'one source' },
  },
  2022: {
    mainland: { first: 13_590, further: 4_720, confidence: 'verified' },
    AK: { first: 16_990, further: 5_900, confidence: 'one source' },
    HI: { first: 15_630, further: 5_430, confidence: 'one source' },
  },
  2023: {
    mainland: { first: 14_580, further: 5_140, confidence: 'verified' },
    AK: { first: 18_210, further: 6_430, confidence: 'one source' },
    HI: { first: 16_770, further: 5_910, confidence: 'one source' },
  },
  2024: {
    mainland: { first: 15_060, further: 5_380, confidence: 'verified' },
    AK: { first: 18_810, further: 6_730, confidence: 'verified' },
    HI: { first: 17_310, further: 6_190, confidence: 'verified' },
  },
  2025: {
    mainland: { first: 15_650, further: 5_500, confidence: 'verified' },
    AK: { first: 19_550, further: 6_880, confidence: 'verified' },
    HI: { first: 17_990, further: 6_330, confidence: 'verified' },
  },
  2026: {
    mainland: { first: 15_960, further: 5_680, confidence: 'verified' },
    AK: { first: 19_950, further: 7_100, confidence: 'verified' },
    HI: { first: 18_360, further: 6_530, confidence: 'verified' },
  },
}

/** Newest year of a table up to the given year, or the table's first. */
export function yearIn(table: Readonly<Record<number, unknown>>, year: number): number {
  const years = Object.keys(table).map(Number)
  const upTo = years.filter((known) => known <= year)
  return upTo.length > 0 ? Math.max(...upTo) : Math.min(...years)
}
