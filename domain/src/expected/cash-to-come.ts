import { firstOfChain, hasCome, isBehind } from './coverage.ts'
import { expectedIn } from './expected-month.ts'
import type { MonthCount } from './month-count.ts'
import type { CarrierFacts, PolicyFacts } from './policy-facts.ts'
import { firstOurs, type LedgerMonth } from './policy-ledger.ts'

/** Statements after a carrier's newest file or statement whose cash is expected: three months, and three to load the next files. */
const statementsAhead = 6

/** What a statement should bring for a policy, in whole cents; null when no row of the schedule says it. */
export interface CashToCome {
  statement: MonthCount
  agentId: number | null
  amount: number | null
}

/** The statements whose cash is calculated. */
export interface CashWindow {
  first: MonthCount
  last: MonthCount
}

/** From the first statement of a carrier that did not come in full; null for a carrier without any file. */
export function cashWindow(carrier: CarrierFacts): CashWindow | null {
  const { newestBook, newestStatement } = carrier
  const newest = Math.max(newestBook ?? 0, newestStatement ?? 0)
  if (newest === 0) return null
  const first = newestStatement === null ? newest + 1 : newestStatement + (hasCome(newestStatement, carrier) ? 1 : 0)
  return { first, last: newest + statementsAhead }
}

/**
 * What the next statements should bring for a policy by what its carrier says today (decision 185): its months to come as if they
 * were due, and months of the ledger that are due with a later statement, less what came. Nothing while the insured is behind.
 */
export function cashToCome(
  policy: PolicyFacts,
  chain: readonly PolicyFacts[],
  carrier: CarrierFacts,
  ledger: readonly LedgerMonth[],
): CashToCome[] {
  const newest = Math.max(carrier.newestBook ?? 0, carrier.newestStatement ?? 0)
  // As of the newest file of policies: a later statement says nothing of what is paid until when.
  if (newest === 0 || isBehind(policy, carrier.newestBook ?? newest, carrier)) return []
  const first = { chain: firstOfChain(policy, chain), ours: firstOurs(policy) }
  const known = new Map(ledger.map((month) => [month.month, month]))
  const ahead = Array.from({ length: statementsAhead }, (_, place) => newest + 1 + place)
  const months = new Set([...known.keys(), ...ahead])
  return [...months].flatMap((month): CashToCome[] => {
    const received = known.get(month)?.received ?? 0
    const { state, amount, dueWith, holder, isBeforeAgent } =
      known.get(month) ?? expectedIn(policy, month, first, carrier)
    if (isBeforeAgent) return []
    if (isPast(dueWith, newest, carrier) || dueWith > newest + statementsAhead) return []
    const cash = { statement: dueWith, agentId: holder?.agentId ?? null }
    if (state === 'unrated') return [{ ...cash, amount: null }]
    const isOwed = state === 'due' || (state === 'waiting' && month > newest)
    const open = isOwed ? amount - Math.max(received, 0) : 0
    return open > 0 ? [{ ...cash, amount: open }] : []
  })
}

/** What a statement that came lacks is a variance; one of which only a part came is still expected (rule 8). */
function isPast(statement: MonthCount, newest: MonthCount, carrier: CarrierFacts): boolean {
  if (carrier.newestStatement === null) return statement <= newest
  return statement < carrier.newestStatement || (statement === carrier.newestStatement && hasCome(statement, carrier))
}
