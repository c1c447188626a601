import { cents } from '../fields/amount.ts'
import { firstOfMonth, monthText, showMonth } from '../fields/month-text.ts'

/** First days of months; null: none. */
export interface ClosedMonths {
  /** Last closed month of the agency. */
  last: string | null
  /** Last month in which a closed run has the entry. */
  paid: string | null
}

/** Why closed months refuse an entry: at a field and its value. */
export interface ClosedRefusal {
  /** A closed run has the entry, or the entry would pay a month that is closed. */
  because: 'paid' | 'closed'
  field: string
  value: string | null
  message: string
}

interface Adjustment {
  firstMonth: string
  lastMonth: string | null
  amount: string
}
interface Advance {
  month: string
  amount: string
}

const isSameAmount = (one: string, other: string) => cents(one) === cents(other)
/** First day of the last month; one that goes on is after all others. */
const endOf = ({ lastMonth }: Adjustment) => (lastMonth === null ? '9999-12-01' : firstOfMonth(lastMonth))

/** First day of the month after the one of a day. */
function monthAfter(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return firstOfMonth(month === 12 ? monthText(1, year + 1) : monthText(month + 1, year))
}
const closedMessage = (month: string, last: string) =>
  `${showMonth(month)} is closed; the first open month is ${showMonth(monthAfter(last))}`

/** Why closed months refuse a new adjustment, an edit of one, or its deletion without `after`. The next run would pay closed ones at once. */
export function adjustmentRefusal(
  before: Adjustment | null,
  after: Adjustment | null,
  closed: ClosedMonths,
): ClosedRefusal | null {
  return changeOfPaidAdjustment(before, after, closed) ?? closedMonthOf(before, after, closed)
}

/** An adjustment that would have a closed month which it had not before. */
function closedMonthOf(
  before: Adjustment | null,
  after: Adjustment | null,
  { last }: ClosedMonths,
): ClosedRefusal | null {
  if (after === null || last === null) return null
  const first = firstOfMonth(after.firstMonth)
  if (first > last) return null
  const had = before && { first: firstOfMonth(before.firstMonth), end: endOf(before) }
  if (!had || first < had.first || first > had.end)
    return { because: 'closed', field: 'firstMonth', value: after.firstMonth, message: closedMessage(first, last) }
  const added = monthAfter(had.end)
  if (endOf(after) <= had.end || added > last) return null
  return { because: 'closed', field: 'lastMonth', value: after.lastMonth, message: closedMessage(added, last) }
}

function changeOfPaidAdjustment(
  before: Adjustment | null,
  after: Adjustment | null,
  { paid }: ClosedMonths,
): ClosedRefusal | null {
  if (before === null || paid === null) return null
  const has = `Pay through ${showMonth(paid)} is closed with this adjustment`
  const at = (field: keyof Adjustment, message: string): ClosedRefusal => ({
    because: 'paid',
    field,
    value: (after ?? before)[field],
    message,
  })
  if (after === null) {
    const instead =
      endOf(before) > paid ? `Enter ${showMonth(paid)} as its last month` : 'To reverse it, enter another one'
    return at('lastMonth', `${has}, so it can’t be deleted. ${instead}`)
  }
  if (!isSameAmount(before.amount, after.amount))
    return at('amount', `${has}, so its amount stays. End it and enter another one`)
  if (before.firstMonth !== after.firstMonth) return at('firstMonth', `${has}, so its first month stays`)
  if (endOf(after) < paid) return at('lastMonth', `${has}, so it can’t end before`)
  return null
}

/** Why closed months refuse a new advance, an edit of one, or its deletion without `after`. */
export function advanceRefusal(
  before: Advance | null,
  after: Advance | null,
  { last, paid }: ClosedMonths,
): ClosedRefusal | null {
  const isMoved = after !== null && after.month !== before?.month
  if (before !== null && paid !== null) {
    const isOther = after === null || !isSameAmount(before.amount, after.amount)
    const message =
      'A closed pay run paid this advance, so its amount and month stay. To take money back, enter an adjustment'
    if (isOther) return { because: 'paid', field: 'amount', value: (after ?? before).amount, message }
    return isMoved ? { because: 'paid', field: 'month', value: after.month, message } : null
  }
  if (!isMoved || last === null || firstOfMonth(after.month) > last) return null
  const message = closedMessage(firstOfMonth(after.month), last)
  return { because: 'closed', field: 'month', value: after.month, message }
}
