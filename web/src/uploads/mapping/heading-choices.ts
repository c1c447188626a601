import type { CarrierProfile, HeadingMapping, HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { headingKey } from '@coverdesk/domain/uploads/heading-match.ts'

/** Adds a choice; a null `field` means not used. A field has one heading, so an earlier choice of it is removed. */
export function choose(choices: HeadingMapping, heading: string, field: string | null): HeadingMapping {
  const others = Object.entries(choices).map(([other, chosen]): [string, string | null] => [
    other,
    field !== null && chosen === field ? null : chosen,
  ])
  return { ...Object.fromEntries(others), [heading]: field }
}

/** Heading uses with the user's choices applied, before the server confirms them. */
export function withChoices(uses: readonly HeadingUse[], choices: HeadingMapping): HeadingUse[] {
  const taken = new Set(Object.values(choices))
  return uses.map((use): HeadingUse => {
    const chosen = choices[use.heading]
    if (chosen !== undefined) return { ...use, field: chosen, by: chosen === null ? 'none' : 'choice' }
    return use.field !== null && taken.has(use.field) ? { ...use, field: null, by: 'none' } : use
  })
}

/** Counts headings by source; `choice` includes those set to 'not used'. */
export function countUses(uses: readonly HeadingUse[], choices: HeadingMapping) {
  const chosen = (use: HeadingUse) => use.heading in choices
  return {
    all: uses.length,
    profile: uses.filter((use) => use.by === 'profile').length,
    name: uses.filter((use) => use.by === 'name').length,
    guess: uses.filter((use) => use.by === 'guess').length,
    choice: uses.filter(chosen).length,
    unused: uses.filter((use) => use.field === null && !chosen(use)).length,
  }
}

/** '14 in the file: 8 by the Ambetter profile, 3 by name, 2 guessed, 1 not used'. */
export function usesInWords(uses: readonly HeadingUse[], choices: HeadingMapping, profileName: string): string {
  const counts = countUses(uses, choices)
  const parts = [
    counts.profile > 0 && `${counts.profile} by ${profileName}`,
    counts.name > 0 && `${counts.name} by name`,
    counts.guess > 0 && `${counts.guess} guessed`,
    counts.choice > 0 && `${counts.choice} chosen`,
    counts.unused > 0 && `${counts.unused} not used`,
  ].filter((part) => part !== false)
  return `${counts.all} in the file${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

/**
 * Mapping to submit: the choices, and the guesses that the user saw and kept; the server ignores unconfirmed guesses.
 */
export function mappingToSubmit(uses: readonly HeadingUse[], choices: HeadingMapping): HeadingMapping {
  const guesses = withChoices(uses, choices)
    .filter((use) => use.by === 'guess')
    .map((use) => [use.heading, use.field] as const)
  return { ...Object.fromEntries(guesses), ...choices }
}

/**
 * Profile with the current mapping: guesses and choices become permanent, so that the next file needs no questions.
 * Headings set to 'not used' are ignored from then on.
 */
export function withHeadings(
  profile: CarrierProfile,
  uses: readonly HeadingUse[],
  choices: HeadingMapping,
): CarrierProfile {
  const mapped = withChoices(uses, choices).filter(
    (use) => use.by === 'guess' || use.by === 'choice' || use.heading in choices,
  )
  const keys = new Set(mapped.map((use) => headingKey(use.heading)))
  const without = (list: readonly string[]) => list.filter((heading) => !keys.has(headingKey(heading)))
  const headings = Object.fromEntries(Object.entries(profile.headings).map(([field, list]) => [field, without(list)]))
  for (const { heading, field } of mapped) if (field !== null) headings[field] = [heading, ...(headings[field] ?? [])]
  const ignored = [
    ...without(profile.ignored ?? []),
    ...mapped.filter((use) => use.field === null).map((use) => use.heading),
  ]
  return { ...profile, headings, ignored }
}
