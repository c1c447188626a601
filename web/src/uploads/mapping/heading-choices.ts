import type { CarrierProfile, HeadingMapping, HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { headingKey } from '@coverdesk/domain/uploads/heading-match.ts'

/** The choices after one more: `field` null means not used. A field is fed by one heading, so another choice of it falls away. */
export function choose(choices: HeadingMapping, heading: string, field: string | null): HeadingMapping {
  const others = Object.entries(choices).map(([other, chosen]): [string, string | null] => [
    other,
    field !== null && chosen === field ? null : chosen,
  ])
  return { ...Object.fromEntries(others), [heading]: field }
}

/** The headings as the next check will understand them: the person's choices at once, without waiting for the server. */
export function withChoices(uses: readonly HeadingUse[], choices: HeadingMapping): HeadingUse[] {
  const taken = new Set(Object.values(choices))
  return uses.map((use): HeadingUse => {
    const chosen = choices[use.heading]
    if (chosen !== undefined) return { ...use, field: chosen, by: chosen === null ? 'none' : 'choice' }
    return use.field !== null && taken.has(use.field) ? { ...use, field: null, by: 'none' } : use
  })
}

/** How many headings are understood by whom; `choice` counts those that the person made, 'not used' among them. */
export function countUses(uses: readonly HeadingUse[], choices: HeadingMapping) {
  const chosen = (use: HeadingUse) => use.heading in choices
  return {
    all: uses.length,
    profile: uses.filter((use) => use.by === 'profile').length,
    guess: uses.filter((use) => use.by === 'guess').length,
    choice: uses.filter(chosen).length,
    unused: uses.filter((use) => use.field === null && !chosen(use)).length,
  }
}

/** '14 in the file: 11 by the Ambetter profile, 2 guessed, 1 not used'. */
export function usesInWords(uses: readonly HeadingUse[], choices: HeadingMapping, profileName: string): string {
  const counts = countUses(uses, choices)
  const parts = [
    counts.profile > 0 && `${counts.profile} by ${profileName}`,
    counts.guess > 0 && `${counts.guess} guessed`,
    counts.choice > 0 && `${counts.choice} chosen`,
    counts.unused > 0 && `${counts.unused} not used`,
  ].filter((part) => part !== false)
  return `${counts.all} in the file${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

/** What a load is sent with: the choices, and the guesses that the person has seen and let stand; the server loads no guess. */
export function confirmed(uses: readonly HeadingUse[], choices: HeadingMapping): HeadingMapping {
  const guesses = withChoices(uses, choices)
    .filter((use) => use.by === 'guess')
    .map((use) => [use.heading, use.field] as const)
  return { ...Object.fromEntries(guesses), ...choices }
}

/**
 * The carrier's profile with what a file's headings were taken for: guesses and choices become its own, so that the next
 * file asks nothing. A heading chosen as 'not used' is ignored from now on, and feeds no other field.
 */
export function withHeadings(
  profile: CarrierProfile,
  uses: readonly HeadingUse[],
  choices: HeadingMapping,
): CarrierProfile {
  const learnt = withChoices(uses, choices).filter(
    (use) => use.by === 'guess' || use.by === 'choice' || use.heading in choices,
  )
  const keys = new Set(learnt.map((use) => headingKey(use.heading)))
  const without = (list: readonly string[]) => list.filter((heading) => !keys.has(headingKey(heading)))
  const headings = Object.fromEntries(Object.entries(profile.headings).map(([field, list]) => [field, without(list)]))
  for (const { heading, field } of learnt) if (field !== null) headings[field] = [heading, ...(headings[field] ?? [])]
  const ignored = [
    ...without(profile.ignored ?? []),
    ...learnt.filter((use) => use.field === null).map((use) => use.heading),
  ]
  return { ...profile, headings, ignored }
}
