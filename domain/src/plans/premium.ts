import { z } from 'zod'

/** Person to cover, with what the premium depends on. */
export const RatedPerson = z.object({
  /** Completed years on the day that the coverage begins (45 CFR 147.102(a)(1)(iii)). */
  age: z.number().int().min(0).max(130),
  /** A child of the household, of whom at most three under 21 are charged. */
  child: z.boolean(),
  /** An adult dependent, who is not part of the family where families are rated as a whole. */
  single: z.boolean().optional(),
  /** Uses tobacco, for which plans may charge more; unknown counts as no. */
  tobacco: z.boolean().optional(),
})
export type RatedPerson = z.infer<typeof RatedPerson>

/** How plans rate a member of a household. */
export type RatedRelation = 'self' | 'spouse' | 'child'

/** Dependents are children of the family until this age (45 CFR 147.120(a)); older ones pay alone. */
const childrenUntil = 26

/** A person as plans rate one: a spouse or partner is the family's second adult. */
export function ratedPerson(age: number, relation: RatedRelation): RatedPerson {
  if (relation !== 'child') return { age, child: false }
  return age < childrenUntil ? { age, child: true } : { age, child: false, single: true }
}

/** Words and HIPAA codes (ASC X12 element 1069) of the applicant and of a spouse or partner; not their children or parents. */
const selves = /^(self|subscriber|primary|18)$/i
const partners = /^(spouse|husband|wife|((domestic|life|civil union) )?partner|spouse\/(domestic )?partner|01|53)$/i

/** Relation as an exchange words it; everyone else is a dependent. */
export function readRelation(words: string | null): RatedRelation {
  const said = words?.trim() ?? ''
  return selves.test(said) ? 'self' : partners.test(said) ? 'spouse' : 'child'
}

/** Youngest and oldest ages of the curve; younger and older people pay the same. */
const minCurveAge = 14
const maxCurveAge = 64

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
  return federalCurve[Math.min(Math.max(age, minCurveAge), maxCurveAge) - minCurveAge] ?? 1000
}

/** Maximum number of charged children of one family (45 CFR 147.102(c)(1)). */
const maxChargedChildren = 3
/** Children under this age count for that limit. */
const adultAge = 21

/** Charged members of a family: all, but of the children under 21 only the three oldest. */
export function chargedPeople(people: readonly RatedPerson[]): readonly RatedPerson[] {
  const isCounted = ({ child, age }: RatedPerson) => child && age < adultAge
  const children = people.filter(isCounted).toSorted((a, b) => b.age - a.age)
  return [...people.filter((person) => !isCounted(person)), ...children.slice(0, maxChargedChildren)]
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

/**
 * Monthly premium in cents by a rate for each charged person, as rate files state them; null if one has no rate, because
 * the plan is not sold to that person.
 */
export function premiumByRates(
  people: readonly RatedPerson[],
  rateOf: (person: RatedPerson) => number | null,
): number | null {
  let sum = 0
  for (const person of chargedPeople(people)) {
    const rate = rateOf(person)
    if (rate === null) return null
    sum += rate
  }
  return sum
}

/** Rates of a whole family, in cents: one and two adults alone, then each with one, two, and three or more children. */
export type FamilyTiers = readonly (number | null)[]

/** What a child of a policy without adults pays, in thousandths of one adult's rate: New York since 2018; others charge all of it. */
export const childAloneFactor = (state: string): number => (state === 'NY' ? 412 : 1000)

/**
 * Monthly premium in cents in states that rate families as a whole (45 CFR 147.102(c)(2)), by the tiers one adult, couple, one
 * adult with children, and couple with children. Adult dependents and a third adult pay as individuals. `childAlone` is what
 * each of at most three children pays without adults of the family, in thousandths of one adult's rate.
 */
export function premiumByTiers(people: readonly RatedPerson[], tiers: FamilyTiers, childAlone = 1000): number | null {
  const children = people.filter(({ child }) => child).length
  const adults = people.filter(({ child, single }) => !child && !single).length
  const couple = adults >= 2
  const place = children === 0 ? (couple ? 1 : 0) : (couple ? 4 : 1) + Math.min(children, 3)
  const [family, one] = [tiers[place] ?? null, tiers[0] ?? null]
  const alone = people.length - children - Math.min(adults, 2)
  if (adults === 0)
    return one === null
      ? null
      : one * alone + Math.round((one * childAlone) / 1000) * Math.min(children, maxChargedChildren)
  if (family === null || (alone > 0 && one === null)) return null
  return family + (one ?? 0) * alone
}

/** Part of a premium for essential health benefits, to which a credit is limited (26 CFR 1.36B-3(j)), in cents. */
export function ehbPremium(premiumCents: number, millionths: number): number {
  return Math.round((premiumCents * millionths) / 1_000_000)
}

/** People under this age when coverage begins may have a catastrophic plan (45 CFR 156.155(a)(5)). */
const catastrophicBelow = 30
export function mayHaveCatastrophic(people: readonly RatedPerson[]): boolean {
  return people.every(({ age }) => age < catastrophicBelow)
}
