import { isSamePerson } from '@coverdesk/domain/exceptions/compare-names.ts'
import { firstCovered, lastCovered } from '@coverdesk/domain/expected/coverage.ts'
import type { BookVersion, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'

/** A policy's version from a file, with the person. */
export interface PersonVersion extends BookVersion {
  firstName: string
  lastName: string
  dob: string | null
}

type PolicyOfPersons = Omit<PolicyFacts, 'versions'> & { versions: readonly PersonVersion[] }

/**
 * Facts, with those of the person who had the number before (decision 311): a file gave it another name with a later
 * start, so the first person's months end before the second person's start.
 */
export function withPersonBefore(policy: PolicyOfPersons): PolicyFacts {
  const at = newestReuse(policy.versions)
  const [earlier, versions] = [policy.versions.slice(0, at), policy.versions.slice(at)]
  const [last, first] = [earlier.at(-1), versions[0]]
  if (!last || !first) return policy
  const gone: PersonVersion = { ...last, book: first.book, isMissing: true }
  const [ended, began] = [lastCovered([...earlier, gone]), firstCovered(versions)]
  if (ended === null || began === null || ended >= began) return policy
  // The first person's paid-through date and the agent's start are not stored.
  const person = { ...policy, versions: [...earlier, gone], paidThrough: lastDay, agentBegan: null }
  return { ...policy, versions, before: withPersonBefore(person) }
}

const lastDay = '9999-12-31'

/** Index of the newest version that gave the number to another person with another start; 0 for none. */
function newestReuse(versions: readonly PersonVersion[]): number {
  const at = versions.findLastIndex((version, index) => {
    const before = versions[index - 1]
    return before && !version.isMissing && version.effective !== before.effective && !isSame(before, version)
  })
  return Math.max(at, 0)
}

/** With the same first name or birth date only names are compared: the birth date may have been corrected. */
function isSame(one: PersonVersion, other: PersonVersion): boolean {
  const dob = '2000-01-01'
  const isCorrected = one.firstName === other.firstName || one.dob === other.dob
  return isCorrected ? isSamePerson({ ...one, dob }, { ...other, dob }) : isSamePerson(one, other)
}
