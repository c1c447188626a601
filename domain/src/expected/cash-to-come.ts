import { firstOfChain, hasCome, isBehind } from './coverage.ts'
import { expectedIn } from './expected-month.ts'
import type { MonthCount } from './month-count.ts'
import type { CarrierFacts, PolicyFacts } from './policy-facts.ts'
import { firstOurs, type LedgerMonth } from './policy-ledger.ts'

/**
 * Number of statements after a carrier's newest file or statement whose cash is forecast: three months, plus three
 * until the next files are loaded.
 */
const statementsAhead = 6

/** Expected cash of a policy on a statement, in whole cents; null if no schedule row applies. */
export interface CashToCome {
  statement: MonthCount
  agentId: number | null
  amount: number | null
}

/** Statements whose cash is forecast. */
export interface CashWindow {
  first: MonthCount
  last: MonthCount
}

/** Starts at the carrier's first statement that is not complete; null for a carrier without any file. */
export function cashWindow(carrier: CarrierFacts): CashWindow | null {
  const { newestBook, newestStatement } = carrier
  const newest = Math.max(newestBook ?? 0, newestStatement ?? 0)
  if (newest === 0) return null
  const first = newestStatement === null ? newest + 1 : newestStatement + (hasCome(newestStatement, carrier) ? 1 : 0)
  return { first, last: newest + statementsAhead }
}

/**
 * Expected cash of a policy on the next statements, as of the carrier's present files (decision 185): future months as
 * if due, and ledger months that are due with a later statement, less what was received. Nothing while the insured is
 * behind.
 */
export function cashToCome(
  policy: PolicyFacts,
  chain: readonly PolicyFacts[],
  carrier: CarrierFacts,
  ledger: readonly LedgerMonth[],
): CashToCome[] {
  const newest = Math.max(carrier.newestBook ?? 0, carrier.newestStatement ?? 0)
  // Uses the newest policy file, because statements do not report paid-through dates.
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

/**
 * A month missing from a complete statement is a variance; one missing from a partial statement is still expected (rule
 * 8).
 */
function isPast(statement: MonthCount, newest: MonthCount, carrier: CarrierFacts): boolean {
  if (carrier.newestStatement === null) return statement <= newest
  return statement < carrier.newestStatement || (statement === carrier.newestStatement && hasCome(statement, carrier))
}
