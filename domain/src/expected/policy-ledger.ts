import { firstCovered, firstOfChain, holderIn, isBeforeAgent, isInForce, isOurs, lastCovered } from './coverage.ts'
import { type ExpectedMonth, expectedIn, type FirstMonths } from './expected-month.ts'
import type { MonthCount } from './month-count.ts'
import { type Piece, piecesOf } from './pieces-of.ts'
import type { CarrierFacts, PolicyFacts } from './policy-facts.ts'
import { type Classified, classOf } from './variance-class.ts'

/** A policy's month: what was due, what was received, and the class of the difference. */
export interface LedgerMonth extends ExpectedMonth, Classified {
  pieces: readonly Piece[]
}

/** Months before the newest file or statement that are compared; older ones only when a line pays them (decision 160). */
const maxMonthsBack = 36

/**
 * The ledger of a policy: each month in force up to the carrier's newest file or statement, and each month that a line pays, in
 * order. `chain` has the person's policies with the carrier.
 */
export function policyLedger(policy: PolicyFacts, chain: readonly PolicyFacts[], carrier: CarrierFacts): LedgerMonth[] {
  const newest = Math.max(carrier.newestBook ?? 0, carrier.newestStatement ?? 0)
  const expected = cachedMonths(policy, chain, carrier)
  const isOfOne = (month: MonthCount, other: MonthCount) =>
    !policy.before || personIn(policy, month).versions === personIn(policy, other).versions
  const pieces = Map.groupBy(piecesOf(policy.lines, carrier, expected, isOfOne), ({ month }) => month)
  const months = new Set(pieces.keys())
  // Without a book or statement nothing is due yet.
  if (newest > 0)
    for (const { versions } of personsOf(policy)) {
      const from = Math.max(firstCovered(versions) ?? newest - maxMonthsBack, newest - maxMonthsBack)
      const to = Math.min(lastCovered(versions) ?? newest, newest)
      for (let month = from; month <= to; month++) if (isInForce(versions, month)) months.add(month)
    }
  return [...months]
    .sort((one, other) => one - other)
    .map((month) => {
      const paid = pieces.get(month) ?? []
      return { ...expected(month), ...classOf(expected(month), paid, carrier), pieces: paid }
    })
}

/** Everyone a number belonged to, the present person first. */
function personsOf(policy: Omit<PolicyFacts, 'lines'>): Omit<PolicyFacts, 'lines'>[] {
  return [policy, ...(policy.before ? personsOf(policy.before) : [])]
}

/** Facts of the person who had the number in a month: before the present person's first month it was another's. */
export function personIn(policy: PolicyFacts, month: MonthCount): PolicyFacts {
  const persons = personsOf(policy)
  const person = persons.find(({ versions }) => (firstCovered(versions) ?? month) <= month) ?? persons.at(-1) ?? policy
  return { ...person, lines: policy.lines }
}

function cachedMonths(policy: PolicyFacts, chain: readonly PolicyFacts[], carrier: CarrierFacts) {
  const known = new Map<MonthCount, ExpectedMonth>()
  const own = firstMonthsOf(policy, chain)
  return (month: MonthCount): ExpectedMonth => {
    const person = policy.before ? personIn(policy, month) : policy
    const first = person.versions === policy.versions ? own : firstMonthsOf(person, [person])
    const found = known.get(month) ?? expectedIn(person, month, first, carrier)
    known.set(month, found)
    return found
  }
}

const firstMonthsOf = (policy: PolicyFacts, chain: readonly PolicyFacts[]): FirstMonths => ({
  chain: firstOfChain(policy, chain),
  ours: firstOurs(policy),
})

/** Maximum number of months to search, after the first covered one, for an agent of the agency. */
const maxMonthsToOurs = 120

/** Rule 8: the first month in force with an agent of the agency. */
export function firstOurs(policy: PolicyFacts): MonthCount | null {
  const start = firstCovered(policy.versions)
  if (start === null) return null
  const last = Math.min(lastCovered(policy.versions) ?? start + maxMonthsToOurs, start + maxMonthsToOurs)
  for (let month = start; month <= last; month++)
    if (!isBeforeAgent(policy, month) && isOurs(holderIn(policy, month))) return month
  return null
}

/** Amount owed for a month; none if the insured never paid for it before the policy ended (rule 9). */
export const owedFor = ({ state, amount }: ExpectedMonth): number => (state === 'void' ? 0 : amount)

/** Sums of a ledger (rule 9), in whole cents; excludes months that are not rated. */
export function countedSums(months: readonly LedgerMonth[]): { expected: number; received: number; gap: number } {
  let [expected, received] = [0, 0]
  for (const month of months) {
    const { state, amount, received: came } = month
    if (state === 'unrated') continue
    expected += state === 'waiting' ? Math.min(Math.max(came, 0), amount) : owedFor(month)
    received += came
  }
  return { expected, received, gap: received - expected }
}
