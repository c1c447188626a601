import { monthPaidBy } from './carrier-terms.ts'
import { isBeforeFirst } from './coverage.ts'
import type { ExpectedMonth } from './expected-month.ts'
import type { MonthCount } from './month-count.ts'
import type { CarrierFacts, ReceivedLine } from './policy-facts.ts'

/** Part of a line that belongs to one month; the parts of a line add up to it. */
export interface Piece {
  line: ReceivedLine
  month: MonthCount
  /** Whole cents. */
  amount: number
}

/** Maximum number of months that a payment can be late. */
const maxMonthsLate = 12

/** Order of lines that does not depend on when their files were loaded (rule 11). */
function inOrder(one: ReceivedLine, other: ReceivedLine): number {
  return (
    one.statement - other.statement ||
    Number(one.amount < 0) - Number(other.amount < 0) ||
    one.amount - other.amount ||
    (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) ||
    one.line - other.line ||
    one.id - other.id
  )
}

/** Terms that decide which month a line pays. */
type Terms = Pick<CarrierFacts, 'terms' | 'firstStatement'>

/**
 * Rules 10 and 11: the month that each line pays; a stated month wins. Bonuses pay none, advances fill months up to
 * what is due. `isOfOne`: one person had the number in both months; a payment for one person settles nothing of
 * another's (decision 315).
 */
export function piecesOf(
  lines: readonly ReceivedLine[],
  terms: Terms,
  expected: (month: MonthCount) => ExpectedMonth,
  isOfOne: (month: MonthCount, other: MonthCount) => boolean = () => true,
): Piece[] {
  const pieces: Piece[] = []
  const received = new Map<MonthCount, number>()
  const give = (line: ReceivedLine, month: MonthCount, amount: number) => {
    pieces.push({ line, month, amount })
    // A line of 0.00 pays nothing, so a payment beside it is for this month.
    if (amount !== 0) received.set(month, (received.get(month) ?? 0) + amount)
  }
  const ledger: Ledger = { terms, received, expected, isOfOne, give }
  const sorted = lines.toSorted(inOrder)
  for (const line of sorted) {
    if (line.kind === 'bonus' || line.kind === 'advance') continue
    const month = monthPaidBy(terms.terms, line.statement)
    if (line.policyMonth !== null) give(line, line.policyMonth, line.amount)
    else if (line.amount < 0) takeBack(line, month, ledger)
    else pay(line, month, ledger)
  }
  drawAll(
    sorted.filter(({ kind }) => kind === 'advance'),
    ledger,
  )
  return pieces
}

interface Ledger {
  terms: Terms
  received: ReadonlyMap<MonthCount, number>
  expected(month: MonthCount): ExpectedMonth
  isOfOne(month: MonthCount, other: MonthCount): boolean
  give(line: ReceivedLine, month: MonthCount, amount: number): void
}

/** Rule 11: the statement's month, or an unpaid earlier month of the same amount, or both together with earlier ones. */
function pay(line: ReceivedLine, month: MonthCount, ledger: Ledger): void {
  const { received, expected, give } = ledger
  if (received.has(month)) {
    const late = unpaidBefore(month, line, ledger).find(({ amount }) => amount === line.amount)
    give(line, late?.month ?? month, line.amount)
    return
  }
  const own = expected(month).amount
  const rest = line.amount - own
  const divided = own > 0 && rest > 0 ? oldestThatFill(unpaidBefore(month, line, ledger), rest) : []
  for (const one of divided) give(line, one.month, one.amount)
  give(line, month, divided.length > 0 ? own : line.amount)
}

/**
 * Months of the last twelve that were due by the statement and have no payment, oldest first. Excludes months before
 * the first statement or before the agent of record started, whose payments are unknown (decisions 160 and 258).
 */
function unpaidBefore(
  month: MonthCount,
  { statement }: ReceivedLine,
  { terms, received, expected, isOfOne }: Ledger,
): ExpectedMonth[] {
  const unpaid: ExpectedMonth[] = []
  for (let at = month - maxMonthsLate; at < month; at++) {
    if ((received.get(at) ?? 0) !== 0 || !isOfOne(at, month)) continue
    const one = expected(at)
    const isOwed = one.amount > 0 && one.dueWith <= statement && !one.isBeforeAgent
    if (isOwed && !isBeforeFirst(one.dueWith, terms)) unpaid.push(one)
  }
  return unpaid
}

/** The oldest months whose amounts add up to exactly the rest of a payment. */
function oldestThatFill(unpaid: readonly ExpectedMonth[], rest: number): readonly ExpectedMonth[] {
  let left = rest
  for (const [index, { amount }] of unpaid.entries()) {
    left -= amount
    if (left === 0) return unpaid.slice(0, index + 1)
    if (left < 0) return []
  }
  return []
}

/**
 * Rule 11: a chargeback is taken from months not in force, then from the others, newest first; any rest from its own
 * month.
 */
function takeBack(line: ReceivedLine, month: MonthCount, { received, expected, isOfOne, give }: Ledger): void {
  const paid = [...received].filter(([at, amount]) => amount > 0 && isOfOne(at, month)).map(([at]) => at)
  const newestFirst = paid.toSorted(
    (one, other) => Number(expected(one).isInForce) - Number(expected(other).isInForce) || other - one,
  )
  let left = 0 - line.amount
  for (const at of newestFirst) {
    if (left === 0) break
    const part = Math.min(left, received.get(at) ?? 0)
    give(line, at, 0 - part)
    left -= part
  }
  if (left > 0) give(line, month, 0 - left)
}

/**
 * Rule 10: advances form a balance. A chargeback of one reduces what is undrawn, then returns drawn months, newest
 * first.
 */
function drawAll(advances: readonly ReceivedLine[], ledger: Ledger): void {
  const drawn = new Map<MonthCount, number>()
  const give = (line: ReceivedLine, month: MonthCount, amount: number) => {
    ledger.give(line, month, amount)
    drawn.set(month, (drawn.get(month) ?? 0) + amount)
  }
  let undrawn = 0
  for (const line of advances) {
    if (line.amount >= 0) {
      undrawn += draw(line, { ...ledger, give })
      continue
    }
    const fromUndrawn = Math.min(undrawn, 0 - line.amount)
    undrawn -= fromUndrawn
    let left = 0 - line.amount - fromUndrawn
    const own = ownMonth(line, ledger.terms)
    const ofOne = [...drawn].filter(([month]) => ledger.isOfOne(month, own))
    for (const [month, amount] of ofOne.sort(([one], [other]) => other - one)) {
      const part = Math.min(left, amount)
      if (part > 0) give(line, month, 0 - part)
      left -= Math.max(part, 0)
    }
    if (left > 0) give(line, own, 0 - left)
  }
}

const ownMonth = ({ policyMonth, statement }: ReceivedLine, { terms }: Terms) =>
  policyMonth ?? monthPaidBy(terms, statement)

/**
 * Fills the months in force from the advance's own month on, each up to what is due; returns the undrawn rest. Carriers
 * may advance before coverage starts.
 */
function draw(line: ReceivedLine, { terms, received, expected, isOfOne, give }: Ledger): number {
  let left = line.amount
  const own = ownMonth(line, terms)
  for (let month = own; left > 0 && isOfOne(month, own); month++) {
    const one = expected(month)
    const part = one.isInForce ? Math.min(left, one.amount - (received.get(month) ?? 0)) : 0
    if (part > 0) give(line, month, part)
    left -= Math.max(part, 0)
    if (month > line.statement + maxMonthsLate * 2) break
  }
  return left
}
