import { adultAge, type HouseholdMember, hasMedicare, medicareSource } from './member-eligibility.ts'
import { adultLimitSource, adultLimits } from './tables/adult-limits.ts'
import { basicHealthPrograms } from './tables/basic-health-programs.ts'
import { childLimitSource, childLimits } from './tables/child-limits.ts'
import { chipLimitSource, chipLimits } from './tables/chip-limits.ts'
import { contributionYears, povertySource, povertyYears } from './tables/credit-years.ts'
import { employerAffordability } from './tables/employer-affordability.ts'
import { pregnantLimitSource, pregnantLimits } from './tables/pregnant-limits.ts'
import { type Confidence, confidences, rowFor, type YearRow, yearUsed } from './tables/year-row.ts'

/** Values that an estimate is calculated from. */
export const sourcedValues = [
  'poverty',
  'contribution',
  'medicare',
  'adult-limit',
  'child-limit',
  'chip-limit',
  'pregnant-limit',
  'basic-health',
  'employer-share',
] as const

/** Where a value comes from, and how sure it is. */
export interface ValueSource {
  value: (typeof sourcedValues)[number]
  /** Year of the value; null where it does not depend on it. */
  year: number | null
  source: string
  confidence: Confidence
}

interface Household {
  state: string
  members: readonly HouseholdMember[]
}

interface Years {
  planYear: number
  /** First day of the coverage (YYYY-MM-DD). */
  starts: string
  povertyYear: number
  medicaidYear: number
}

/** Sources of all values that the members of a household are held against; each once, with its least sure row. */
export function valueSources({ state, members }: Household, years: Years): ValueSource[] {
  const { planYear, povertyYear, medicaidYear } = years
  const area = state === 'AK' || state === 'HI' ? state : 'mainland'
  const poverty = (year: number) => {
    const line = povertyYears[year]?.[area]
    return line ? [{ value: 'poverty' as const, year, source: povertySource, confidence: line.confidence }] : []
  }
  const contribution = contributionYears[planYear]
  const found: ValueSource[] = [
    ...poverty(povertyYear),
    ...poverty(medicaidYear),
    ...(contribution ? [{ value: 'contribution' as const, year: planYear, ...sourceOf(contribution) }] : []),
    ...members.filter(({ applies }) => applies).flatMap((member) => sourcesOf(member, state, years)),
  ]
  const once = new Map<string, ValueSource>()
  for (const one of found) {
    const key = `${one.value} ${one.year} ${one.source}`
    const other = once.get(key)
    if (!other || confidences.indexOf(other.confidence) < confidences.indexOf(one.confidence)) once.set(key, one)
  }
  return [...once.values()]
}

const sourceOf = ({ source, confidence }: Pick<ValueSource, 'source' | 'confidence'>) => ({ source, confidence })

/** In the order in which `memberEligibility` asks. */
function sourcesOf(member: HouseholdMember, state: string, { planYear, starts, medicaidYear }: Years): ValueSource[] {
  const { age, coverage, expecting, status } = member
  if (hasMedicare(member)) return [{ value: 'medicare', year: null, source: medicareSource, confidence: 'verified' }]
  if (coverage === 'other') return []
  const limit = (value: ValueSource['value'], row: YearRow | undefined, source: string): ValueSource[] =>
    row ? [{ value, year: yearUsed(row, medicaidYear), source, confidence: row.confidence }] : []
  const pregnant =
    expecting > 0 ? limit('pregnant-limit', rowFor(pregnantLimits, state, medicaidYear), pregnantLimitSource) : []
  if (status === 'none') return pregnant
  const chip = chipLimits.filter(({ ageFrom, ageTo }) => ageFrom <= age && age <= ageTo)
  const basic = basicHealthPrograms.find(
    (one) => one.state === state && one.from <= starts && (one.to === null || starts <= one.to),
  )
  const byAge =
    age < adultAge
      ? [
          ...limit('child-limit', rowFor(childLimits, state, medicaidYear), childLimitSource),
          ...limit('chip-limit', rowFor(chip, state, medicaidYear), chipLimitSource),
        ]
      : [
          ...limit('adult-limit', rowFor(adultLimits, state, medicaidYear), adultLimitSource),
          ...(basic ? [{ value: 'basic-health' as const, year: null, ...sourceOf(basic) }] : []),
        ]
  const employer = coverage === 'job' || coverage === 'family-job' ? employerAffordability[planYear] : undefined
  return [
    ...pregnant,
    ...byAge,
    ...(employer ? [{ value: 'employer-share' as const, year: planYear, ...sourceOf(employer) }] : []),
  ]
}
