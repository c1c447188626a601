import { z } from 'zod'

/** Somebody whom a plan would cover, as the premium sees them. */
export const RatedPerson = z.object({
  /** Completed years on the day that the coverage begins (45 CFR 147.102(a)(1)(iii)). */
  age: z.number().int().min(0).max(130),
  /** A child of the household, of whom no more than three under 21 are charged. */
  child: z.boolean(),
})
export type RatedPerson = z.infer<typeof RatedPerson>

/** Youngest and oldest ages of the curve; younger and older pay the same as these. */
const youngest = 14
const oldest = 64

/**
 * The federal default age curve since 2018, in thousandths of what a 21-year-old pays, from 14 and younger to 64 and older:
 * CMS, Market Rating Reforms, State Specific Age Curve Variations. Some states have curves of their own; Florida,
 * Texas, Georgia and North Carolina have this one.
 */
const federalCurve = [
  765, 833, 859, 885, 913, 941, 970, 1000, 1000, 1000, 1000, 1004, 1024, 1048, 1087, 1119, 1135, 1159, 1183, 1198, 1214,
  1222, 1230, 1238, 1246, 1262, 1278, 1302, 1325, 1357, 1397, 1444, 1500, 1563, 1635, 1706, 1786, 1865, 1952, 2040,
  2135, 2230, 2333, 2437, 2548, 2603, 2714, 2810, 2873, 2952, 3000,
] as const

/** What somebody of this age pays, in thousandths of a 21-year-old. */
export function ageFactor(age: number): number {
  return federalCurve[Math.min(Math.max(age, youngest), oldest) - youngest] ?? 1000
}

/** Children of one family who are charged (45 CFR 147.102(c)(1)). */
const chargedChildren = 3
/** Only those who are younger are counted as children there. */
const grownUp = 21

/** Those of a family who are charged: everybody, but of the children under 21 the three oldest. */
export function chargedPeople(people: readonly RatedPerson[]): readonly RatedPerson[] {
  const isCounted = ({ child, age }: RatedPerson) => child && age < grownUp
  const children = people.filter(isCounted).toSorted((one, other) => other.age - one.age)
  return [...people.filter((person) => !isCounted(person)), ...children.slice(0, chargedChildren)]
}

/** One person's premium a month in cents, from the rate of a 21-year-old in cents; half a cent is rounded up, as rate files are to cents. */
export function personPremium(rateCents: number, age: number): number {
  return Math.floor((rateCents * ageFactor(age) + 500) / 1000)
}

/** A family's premium a month in cents: the sum of its charged people's (45 CFR 147.102(c)(1)). */
export function familyPremium(rateCents: number, people: readonly RatedPerson[]): number {
  return chargedPeople(people).reduce((sum, { age }) => sum + personPremium(rateCents, age), 0)
}

/** Who is younger than this on the day coverage begins may have a catastrophic plan (45 CFR 156.155(a)(5)). */
const catastrophicBelow = 30
export function mayHaveCatastrophic(people: readonly RatedPerson[]): boolean {
  return people.every(({ age }) => age < catastrophicBelow)
}
