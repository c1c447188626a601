import { plusDays } from '../fields/day-count.ts'
import { termsIn } from './carrier-terms.ts'
import { hasCome, isBeforeFirst } from './coverage.ts'
import type { ExpectedMonth } from './expected-month.ts'
import { firstDayOf, type MonthCount } from './month-count.ts'
import type { Piece } from './pieces-of.ts'
import type { CarrierFacts, ReceivedLine } from './policy-facts.ts'
import { amountOfRow, rowFor } from './schedule-row.ts'

/** Classes of a policy month (money.md 4), in the order of the decision table. */
export const varianceClasses = [
  'paid after termination',
  'not expected',
  'exact',
  'not rated',
  'wrong agent or NPN',
  'duplicate',
  'not compared',
  'not due yet',
  'chargeback not returned',
  'missing',
  'renewal rate on new business',
  'short',
  'over',
] as const
export type VarianceClass = (typeof varianceClasses)[number]

/** Classes that need no action. */
export const quietClasses = [
  'exact',
  'not rated',
  'not compared',
  'not due yet',
] as const satisfies readonly VarianceClass[]
/** Classes that users work on. */
export const faultClasses = [
  'missing',
  'short',
  'renewal rate on new business',
  'wrong agent or NPN',
  'chargeback not returned',
  'paid after termination',
  'duplicate',
  'over',
  'not expected',
] as const satisfies readonly VarianceClass[]
export type FaultClass = (typeof faultClasses)[number]
/** Classes in which the carrier owes the agency; in the others the agency received too much. */
export const owedClasses: readonly VarianceClass[] = [
  'missing',
  'short',
  'renewal rate on new business',
  'wrong agent or NPN',
  'chargeback not returned',
]

export const isFault = (name: VarianceClass): name is FaultClass => !(quietClasses as readonly string[]).includes(name)

export interface Classified {
  class: VarianceClass
  /** Whole cents, not negative. */
  stake: number
  /** Whole cents received for the month. */
  received: number
  /** Statement on which the month is due, also after a chargeback (rule 8). */
  dueWith: MonthCount
}

/** Decision table of money.md 4: the first class that applies. */
export function classOf(month: ExpectedMonth, pieces: readonly Piece[], carrier: CarrierFacts): Classified {
  const received = pieces.reduce((sum, { amount }) => sum + amount, 0)
  const takenBack = pieces.filter(({ amount }) => amount < 0)
  const dueWith = Math.max(month.dueWith, ...takenBack.map(({ line }) => line.statement + 1))
  const is = (name: VarianceClass, stake: number): Classified => ({ class: name, stake, received, dueWith })
  const due = month.amount
  const gap = due - received
  if (hasEndedBefore(month) && received > 0) return is('paid after termination', received)
  const owesNothing = month.state === 'none' || month.state === 'void'
  if (owesNothing) return received === 0 ? is('exact', 0) : is('not expected', Math.abs(received))
  if (month.state === 'unrated') return is('not rated', 0)
  const wrong = month.isBeforeAgent ? 0 : netOfOthers(month, pieces)
  if (wrong !== 0) return is('wrong agent or NPN', Math.abs(wrong))
  if (gap < 0 && repeatedLine({ ...month, pieces }, carrier) !== null) return is('duplicate', 0 - gap)
  if (gap > 0 && (month.isBeforeAgent || isBeforeFirst(month.dueWith, carrier)))
    return { ...is('not compared', 0), dueWith: month.dueWith }
  if (gap > 0 && (month.state === 'waiting' || !hasCome(dueWith, carrier))) return is('not due yet', 0)
  if (gap > 0 && takenBack.length > 0) return is('chargeback not returned', gap)
  if (received === 0) return is('missing', due)
  if (gap > 0 && isRenewalAmount(month, received, carrier)) return is('renewal rate on new business', gap)
  const { tolerance } = termsIn(carrier.terms, month.month)
  if (gap > tolerance) return is('short', gap)
  if (0 - gap > tolerance) return is('over', 0 - gap)
  return is('exact', 0)
}

/** The month is after the policy's end. */
function hasEndedBefore({ isInForce, facts }: ExpectedMonth): boolean {
  const start = facts.effective
  if (isInForce) return false
  return start === null || Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1 <= facts.month
}

/** Net amount of lines with an NPN other than the agent of record's. */
function netOfOthers({ holder }: ExpectedMonth, pieces: readonly Piece[]): number {
  const own = holder?.npn
  if (!own) return 0
  return pieces.reduce((sum, { line, amount }) => (line.npn !== null && line.npn !== own ? sum + amount : sum), 0)
}

/** Amount received for a month, without payments to another agent. */
export function rightlyReceived(month: ExpectedMonth & Classified & { pieces: readonly Piece[] }): number {
  if (month.class !== 'wrong agent or NPN') return month.received
  return month.received - Math.max(netOfOthers(month, month.pieces), 0)
}

/** Kinds that add nothing to the sign. */
const silent = ['other', 'chargeback']

/**
 * The newest payment with more equal earlier ones than a user confirmed as right: same statement and amount, and not
 * distinguished by kind, member id or NPN (money.md 5). A blank NPN is that of the agent of record.
 */
export function repeatedLine(
  { pieces, holder }: Pick<ExpectedMonth, 'holder'> & { pieces: readonly Piece[] },
  { confirmedLines }: Pick<CarrierFacts, 'confirmedLines'>,
): ReceivedLine | null {
  const own = holder?.npn ?? null
  const repeated = pieces.findLast(({ line }, index) => {
    const equal = pieces.slice(0, index).filter(({ line: other }) => areEqual(line, other, own))
    return equal.length >= (confirmedLines.get(line.id) ?? 1)
  })
  return repeated?.line ?? null
}

/** `own`: NPN of the agent of record; if unknown, a blank NPN distinguishes nothing. */
function areEqual(line: ReceivedLine, other: ReceivedLine, own: string | null): boolean {
  const [npn, otherNpn] = [line.npn ?? own, other.npn ?? own]
  return (
    other.id !== line.id &&
    line.amount > 0 &&
    other.statement === line.statement &&
    other.amount === line.amount &&
    (other.kind === line.kind || silent.includes(other.kind) || silent.includes(line.kind)) &&
    (line.memberId === other.memberId || line.memberId === null || other.memberId === null) &&
    (npn === otherNpn || npn === null || otherNpn === null)
  )
}

/** The month is new business, but the received amount is the schedule's for a renewal. */
function isRenewalAmount({ facts }: ExpectedMonth, received: number, { rows }: CarrierFacts): boolean {
  if (!facts.isNew) return false
  const renewal = { ...facts, isNew: false }
  const row = rowFor(rows, renewal)
  return row !== null && amountOfRow(row, renewal) === received
}

/**
 * Last day to dispute what the carrier owes: the date of the statement on which it was due, or of the newest line's if
 * later, plus the days of the row or else of the carrier. A statement without a date has the last day of its month
 * (money.md 4).
 */
export function lastDayToDispute(
  month: ExpectedMonth & Classified & { pieces: readonly Piece[] },
  carrier: CarrierFacts,
): string | null {
  if (!owedClasses.includes(month.class)) return null
  const dates = [month.dueWith, ...month.pieces.map(({ line }) => line.statement)].map(
    (statement) => carrier.statementDates.get(statement) ?? plusDays(firstDayOf(statement + 1), -1),
  )
  const last = dates.reduce((one, other) => (one > other ? one : other))
  return plusDays(last, month.row?.disputeDays ?? carrier.disputeDays)
}
