/** Relationship to the primary person of the household. */
export const relationships = ['self', 'spouse', 'child', 'dependent'] as const
export type Relationship = (typeof relationships)[number]

/** Problem of a household, by field path. */
export interface HouseholdProblem {
  path: string
  message: string
}

/** Rules across fields: one primary person, at most one spouse, no birth in the future, at least one applicant. */
export function householdProblems(
  persons: readonly { relationship: string; dob: string; applies: boolean }[],
  today: string,
): HouseholdProblem[] {
  const at = (place: number, field: string, message: string) => ({ path: `persons.${place}.${field}`, message })
  const born = persons.flatMap(({ dob }, place) =>
    dob > today ? [at(place, 'dob', 'Must not be later than today')] : [],
  )
  const related = persons.flatMap(({ relationship }, place) => {
    if ((relationship === 'self') !== (place === 0))
      return [
        at(place, 'relationship', place === 0 ? 'The first person is oneself' : 'Only the first person is oneself'),
      ]
    const spouse = persons.findIndex((other) => other.relationship === 'spouse')
    return relationship === 'spouse' && spouse !== place ? [at(place, 'relationship', 'There is a spouse already')] : []
  })
  const none = persons.some(({ applies }) => applies)
    ? []
    : [at(0, 'applies', 'At least one person must apply for coverage')]
  return [...born, ...related, ...none]
}

/** Distributes an amount by weights, in whole cents; the rounding remainder goes to the first. */
export function distributeByWeight(wholeCents: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((wholeCents * weight) / sum))
  const left = wholeCents - shares.reduce((all, share) => all + share, 0)
  return shares.map((share, place) => (place === 0 ? share + left : share))
}
