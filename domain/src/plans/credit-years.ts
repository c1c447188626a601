/**
 * Federal figures of the premium tax credit by year. Add each new year with its source; a year without an entry is
 * estimated with the newest earlier one, and the estimate says so.
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
}

export const contributionYears: Readonly<Record<number, ContributionYear>> = {
  2025: {
    bands: [
      { from: 0, to: 150, initial: 0, final: 0 },
      { from: 150, to: 200, initial: 0, final: 200 },
      { from: 200, to: 250, initial: 200, final: 400 },
      { from: 250, to: 300, initial: 400, final: 600 },
      { from: 300, to: 400, initial: 600, final: 850 },
    ],
    above: 850,
    source: 'American Rescue Plan Act § 9661, Inflation Reduction Act § 12001',
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
  },
}

/** Poverty line in whole dollars: for the first person, and for each additional one. */
export interface PovertyLine {
  first: number
  further: number
}

export interface PovertyYear {
  mainland: PovertyLine
  AK: PovertyLine
  HI: PovertyLine
}

/** HHS poverty guidelines by their own year; a credit uses those of the previous year (26 CFR 1.36B-1(h)). */
export const povertyYears: Readonly<Record<number, PovertyYear>> = {
  2024: {
    mainland: { first: 15_060, further: 5_380 },
    AK: { first: 18_810, further: 6_730 },
    HI: { first: 17_310, further: 6_190 },
  },
  2025: {
    mainland: { first: 15_650, further: 5_500 },
    AK: { first: 19_550, further: 6_880 },
    HI: { first: 17_990, further: 6_330 },
  },
  2026: {
    mainland: { first: 15_960, further: 5_680 },
    AK: { first: 19_950, further: 7_100 },
    HI: { first: 18_360, further: 6_530 },
  },
}

/** Newest year of a table up to the given year, or the table's first. */
export function yearIn(table: Readonly<Record<number, unknown>>, year: number): number {
  const years = Object.keys(table).map(Number)
  const upTo = years.filter((known) => known <= year)
  return upTo.length > 0 ? Math.max(...upTo) : Math.min(...years)
}
