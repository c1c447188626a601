import { z } from 'zod'

/** Person to cover, with what the premium depends on. */
export const RatedPerson = z.object({
  /** Completed years on the day that the coverage begins (45 CFR 147.102(a)(1)(iii)). */
  age: z.number().int().min(0).max(130),
  /** A child of the household, of whom at most three under 21 are charged. */
  child: z.boolean(),
})
export type RatedPerson = z.infer<typeof RatedPerson>

/** Youngest and oldest ages of the curve; younger and older people pay the same. */
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

/** Premium factor of an age, in thousandths of a 21-year-old's. */
export function ageFactor(age: number): number {
  return federalCurve[Math.min(Math.max(age, youngest), oldest) - youngest] ?? 1000
}

/** Maximum number of charged children of one family (45 CFR 147.102(c)(1)). */
const chargedChildren = 3
/** Children under this age count for that limit. */
const grownUp = 21

/** Charged members of a family: all, but of the children under 21 only the three oldest. */
export function chargedPeople(people: readonly RatedPerson[]): readonly RatedPerson[] {
  const isCounted = ({ child, age }: RatedPerson) => child && age < grownUp
  const children = people.filter(isCounted).toSorted((a, b) => b.age - a.age)
  return [...people.filter((person) => !isCounted(person)), ...children.slice(0, chargedChildren)]
}

/**
 * Monthly premium of one person in cents, from the rate of a 21-year-old in cents; half a cent is rounded up, as in
 * rate files.
 */
export function personPremium(rateCents: number, age: number): number {
  return Math.floor((rateCents * ageFactor(age) + 500) / 1000)
}

/** Monthly premium of a family in cents: the sum of its charged members' (45 CFR 147.102(c)(1)). */
export function familyPremium(rateCents: number, people: readonly RatedPerson[]): number {
  return chargedPeople(people).reduce((sum, { age }) => sum + personPremium(rateCents, age), 0)
}

/** People under this age when coverage begins may have a catastrophic plan (45 CFR 156.155(a)(5)). */
const catastrophicBelow = 30
export function mayHaveCatastrophic(people: readonly RatedPerson[]): boolean {
  return people.every(({ age }) => age < catastrophicBelow)
}
