import type { CarrierTerms } from './carrier-terms.ts'
import { firstDayOf, type MonthCount, monthOfDay } from './month-count.ts'
import type { BookVersion, CarrierFacts, Holder, PolicyFacts } from './policy-facts.ts'

const before = -1

/** Rule 1: first month of coverage according to a version. Without a date, the month of the first file. */
export function firstCovered(versions: readonly BookVersion[], at = versions.length - 1): MonthCount | null {
  const effective = versions[at]?.effective
  if (effective) return monthOfDay(effective)
  return versions.find(({ book }) => book !== null)?.book ?? null
}

/**
 * Rule 1: last month of coverage according to the files up to a version: the month of the term date; none if cancelled;
 * the month before the first file that says so if terminated without a date or missing. Null: open-ended.
 */
export function lastCovered(versions: readonly BookVersion[], at = versions.length - 1): MonthCount | null {
  const version = versions[at]
  if (!version) return before
  if (version.status === 'Cancelled') return before
  const term = version.term === null ? null : monthOfDay(version.term)
  if (!endsUndated(version)) return term
  let first = at
  while (first > 0 && endsUndated(versions[first - 1] ?? version)) first--
  const said = versions[first]?.book
  const last = said === null || said === undefined ? null : said - 1
  return term === null || last === null ? (last ?? term) : Math.min(last, term)
}

const endsUndated = ({ isMissing, status, term }: BookVersion) =>
  isMissing || (status === 'Terminated' && term === null)

/** Rule 1: covered on any day of the month, according to the files up to a version. */
export function isInForce(versions: readonly BookVersion[], month: MonthCount, at = versions.length - 1): boolean {
  const [first, last] = [firstCovered(versions, at), lastCovered(versions, at)]
  return (first === null || month >= first) && (last === null || month <= last)
}

/** Rule 2: the version of the last file up to this month, otherwise the first version. */
export function versionIn(versions: readonly BookVersion[], month: MonthCount): BookVersion | undefined {
  return versions.findLast(({ book }) => book === null || book <= month) ?? versions[0]
}

/** Rule 3: the agent of record on the first covered day of the month; before the first known agent, that agent. */
export function holderIn({ holders, versions }: PolicyFacts, month: MonthCount): Holder | undefined {
  const day = firstDayIn(versions, month)
  const held = holders.find(({ from, until }) => (from === null || from <= day) && (until === null || day < until))
  return held ?? holders[0]
}

/** First covered day of a month. */
function firstDayIn(versions: readonly BookVersion[], month: MonthCount): string {
  const effective = versions.at(-1)?.effective
  const first = firstDayOf(month)
  return effective && effective > first && monthOfDay(effective) === month ? effective : first
}

/** Rule 3: the month starts before the first known agent of record, so another agency may have been paid for it. */
export function isBeforeAgent({ agentBegan, versions }: PolicyFacts, month: MonthCount): boolean {
  return agentBegan !== null && firstDayIn(versions, month) < agentBegan
}

/** Rule 3: the agent of record is one of the agency's, or the carrier's files name none. */
export function isOurs(holder: Holder | undefined): boolean {
  return !holder || holder.agentId !== null || holder.npn === null
}

/**
 * Rule 4: first month of the chain of a person's policies with one carrier. A full month without coverage ends a chain;
 * a change of agent does not.
 */
export function firstOfChain(policy: PolicyFacts, chain: readonly PolicyFacts[]): MonthCount | null {
  let first = firstCovered(policy.versions)
  if (first === null) return null
  for (let moved = true; moved; ) {
    moved = false
    for (const other of chain) {
      const [from, to] = [firstCovered(other.versions), lastCovered(other.versions)]
      if (other.id === policy.id || from === null || from >= first || (to !== null && to < from)) continue
      if (to !== null && to < first - 1) continue
      first = from
      moved = true
    }
  }
  return first
}

/** Rule 4: new business to December of the first month's year, or for twelve months. */
export function isNew(month: MonthCount, first: MonthCount | null, newPeriod: CarrierTerms['newPeriod']): boolean {
  if (first === null) return false
  return newPeriod === 'twelve' ? month < first + 12 : Math.floor(month / 12) <= Math.floor(first / 12)
}

/**
 * Rule 7: the insured has not paid for the month: paid through an earlier date, or no date although the carrier's files
 * report paid-through dates.
 */
export function isBehind(policy: PolicyFacts, month: MonthCount, { tellsPaid }: CarrierFacts): boolean {
  if (policy.paidThrough !== null) return policy.paidThrough < firstDayOf(month)
  return tellsPaid && policy.isBilled && Boolean(policy.versions.at(-1)?.effective)
}

/**
 * Rule 8: month of the file that made a month owed after an earlier file had denied it, such as a reinstatement or a
 * policy reported late. Null: owed from the start.
 */
export function madeOwedBy(policy: PolicyFacts, month: MonthCount, { books }: CarrierFacts): MonthCount | null {
  const { versions } = policy
  for (let at = versions.length - 1; at > 0; at--)
    if (isInForce(versions, month, at) && !isInForce(versions, month, at - 1)) return versions[at]?.book ?? null
  const first = versions[0]?.book ?? null
  return first !== null && books.some((book) => book >= month && book < first) ? first : null
}

/** The statement is older than the agency's first one, so what it paid is unknown (decision 160). */
export function isBeforeFirst(
  statement: MonthCount,
  { firstStatement }: Pick<CarrierFacts, 'firstStatement'>,
): boolean {
  return firstStatement !== null && statement < firstStatement
}

/**
 * Rule 8: a statement is complete if it has at least half as many lines as the one before, if a later one is loaded, or
 * if a user confirmed it. While all of the carrier's lines are chargebacks, only a confirmation makes it complete.
 */
export function hasCome(
  statement: MonthCount,
  { statements, firstStatement, newestStatement, confirmedStatements }: CarrierFacts,
): boolean {
  if (confirmedStatements.has(statement)) return true
  if (firstStatement === null || newestStatement === null) return false
  if (statement < newestStatement) return true
  const lines = statements.get(statement) ?? 0
  return lines > 0 && lines * 2 >= (statements.get(statement - 1) ?? 0)
}
