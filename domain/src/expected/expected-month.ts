import { statementThatPays, termsIn } from './carrier-terms.ts'
import {
  holderIn,
  isBeforeAgent,
  isBehind,
  isInForce,
  isNew,
  isOurs,
  lastCovered,
  madeOwedBy,
  versionIn,
} from './coverage.ts'
import type { MonthCount } from './month-count.ts'
import type { MonthRule } from './month-rule.ts'
import type { CarrierFacts, Holder, PolicyFacts } from './policy-facts.ts'
import { amountOfRow, type RowFacts, rowFor, type ScheduleRow } from './schedule-row.ts'

/** Due: owed. Waiting: the insured is behind. Void: was behind when the policy ended. None: nothing is owed. */
export type ExpectedState = 'due' | 'waiting' | 'void' | 'none' | 'unrated'

/** What a carrier owes for a policy and month, from its policy files and schedule alone. */
export interface ExpectedMonth {
  month: MonthCount
  isInForce: boolean
  isOurs: boolean
  /** The agent of record is unknown, so a missing payment is not a fault. */
  isBeforeAgent: boolean
  holder: Holder | undefined
  row: ScheduleRow | null
  facts: RowFacts
  /** Whole cents; 0 when not rated. */
  amount: number
  state: ExpectedState
  /** Why it has this state and this statement. */
  rule: MonthRule
  /** Statement on which it is due. */
  dueWith: MonthCount
}

/** First months of a policy that the rules refer to. */
export interface FirstMonths {
  /** Of the person's chain of policies (rule 4). */
  chain: MonthCount | null
  /** In force with an agent of the agency (rule 8). */
  ours: MonthCount | null
}

/** Facts of a policy in a month, for rules 2 and 4. */
export function factsIn(policy: PolicyFacts, month: MonthCount, first: FirstMonths, carrier: CarrierFacts): RowFacts {
  const version = versionIn(policy.versions, month)
  return {
    month,
    state: version?.state ?? null,
    plan: version?.plan ?? null,
    members: version?.members ?? null,
    premium: version?.premium ?? null,
    effective: policy.versions.at(-1)?.effective ?? null,
    isNew: isNew(month, first.chain, termsIn(carrier.terms, month).newPeriod),
    isFirstMonth: month === first.chain,
  }
}

/** Rules 1 to 8 for one month. */
export function expectedIn(
  policy: PolicyFacts,
  month: MonthCount,
  first: FirstMonths,
  carrier: CarrierFacts,
): ExpectedMonth {
  const facts = factsIn(policy, month, first, carrier)
  const holder = holderIn(policy, month)
  const covered = isInForce(policy.versions, month)
  const row = rowFor(carrier.rows, facts)
  const rated = row && amountOfRow(row, facts)
  const ours = isOurs(holder)
  const owed = covered && ours
  const late = owed ? madeOwedBy(policy, month, carrier) : null
  const usual = statementThatPays(carrier.terms, month)
  const lagged = first.ours === null ? 0 : first.ours + (row?.firstLag ?? 0)
  const added = late === null ? 0 : late + 1
  const dueWith = Math.max(usual, lagged, added)
  const early = isBeforeAgent(policy, month)
  const known = { month, isInForce: covered, isOurs: ours, isBeforeAgent: early, holder, row, facts, dueWith }
  if (!covered) return { ...known, amount: 0, state: 'none', rule: 'not in force' }
  if (!ours) return { ...known, amount: 0, state: 'none', rule: 'agent of another agency' }
  // Rule 6: not eligible according to the book, whatever the schedule pays (decision 350).
  if (!isEligible(policy, month)) return { ...known, amount: 0, state: 'none', rule: 'not eligible' }
  if (rated === null) return { ...known, amount: 0, state: 'unrated', rule: row ? 'facts missing' : 'no row' }
  if (rated === 0)
    return {
      ...known,
      amount: 0,
      state: 'none',
      rule: row?.isCommissionable && row.basis === 'flat' ? 'first month only' : 'not commissionable',
    }
  if (!isBehind(policy, month, carrier)) {
    const rule = dueWith === usual ? 'in force' : dueWith === added ? 'added later' : 'first-payment lag'
    return { ...known, amount: rated, state: 'due', rule }
  }
  const isEnded = hasEnded(policy, carrier)
  return {
    ...known,
    amount: rated,
    state: isEnded ? 'void' : 'waiting',
    rule: isEnded ? 'ended unpaid' : 'premium not paid',
  }
}

/** According to the book of the month; the first book does not apply to earlier months. */
function isEligible({ versions }: PolicyFacts, month: MonthCount): boolean {
  const version = versionIn(versions, month)
  return version === undefined || version.isEligible || version.book === null || version.book > month
}

/** Rule 1: the last covered month is before the newest file's. */
function hasEnded({ versions }: PolicyFacts, { newestBook }: CarrierFacts): boolean {
  const last = lastCovered(versions)
  return last !== null && newestBook !== null && last < newestBook
}
