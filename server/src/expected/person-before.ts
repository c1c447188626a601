import { isSamePerson } from '@coverdesk/domain/exceptions/compare-names.ts'
import { firstCovered, lastCovered } from '@coverdesk/domain/expected/coverage.ts'
import { type MonthCount, monthOfDay } from '@coverdesk/domain/expected/month-count.ts'
import type { BookVersion, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'

interface Change {
  batch: number
  book: string | null
  field: string
  old: string | null
  new: string | null
}

/**
 * Facts with those of the person who had the number before (decision 311): a file gave it another name with a later start, and the
 * first person's months end before the second one's begin.
 */
export function withPersonBefore(policy: PolicyFacts, changes: readonly Change[]): PolicyFacts {
  const book = newestReuse(changes)
  if (book === null) return policy
  const at = policy.versions.findIndex((version) => version.book !== null && version.book >= book)
  const [earlier, versions] = [policy.versions.slice(0, at), policy.versions.slice(at)]
  const last = earlier.at(-1)
  if (!last) return policy
  const gone: BookVersion = { ...last, book, isMissing: true }
  const [ended, began] = [lastCovered([...earlier, gone]), firstCovered(versions)]
  if (ended === null || began === null || ended >= began) return policy
  // Until when the first person paid is not kept, nor since when the agent of record had the policy.
  const person = { ...policy, versions: [...earlier, gone], paidThrough: lastDay, agentBegan: null }
  return {
    ...policy,
    versions,
    before: withPersonBefore(
      person,
      changes.filter((one) => !isOf(one, book)),
    ),
  }
}

const lastDay = '9999-12-31'
const isOf = ({ book }: Change, month: MonthCount) => book === null || monthOfDay(book) >= month

/** Month of the newest book that gave the number to another person, with another start. */
function newestReuse(changes: readonly Change[]): MonthCount | null {
  for (const [, changed] of Map.groupBy(changes, ({ batch }) => batch)) {
    const [one] = changed
    const starts = changed.some(({ field }) => field === 'EffectiveDate')
    if (starts && one?.book && !isSamePerson(personOf(changed, 'old'), personOf(changed, 'new')))
      return monthOfDay(one.book)
  }
  return null
}

/** What did not change is equal, so any text says it. */
function personOf(changed: readonly Change[], when: 'old' | 'new') {
  const said = (field: string) => changed.find((one) => one.field === field)
  const dob = said('DOB')
  return {
    firstName: said('FirstName')?.[when] ?? 'same',
    lastName: said('LastName')?.[when] ?? 'same',
    // A birth date that stays is the same one; without a change of names, a corrected one is the same person's.
    dob: dob && said('FirstName') ? dob[when] : '2000-01-01',
  }
}
