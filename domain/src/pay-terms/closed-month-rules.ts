import { cents } from '../fields/amount.ts'
import { firstOfMonth, monthText } from '../fields/month-text.ts'

/** First days of months; null: none. */
export interface ClosedMonths {
  /** Last month in which a closed run has the entry. */
  paid: string | null
}

/** Why closed months refuse an entry: at a field and its value. */
export interface ClosedRefusal {
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

const showDay = (day: string) => monthText(Number(day.slice(5, 7)), Number(day.slice(0, 4)))
const isSameAmount = (one: string, other: string) => cents(one) === cents(other)
/** First day of the last month; one that goes on is after all others. */
const endOf = ({ lastMonth }: Adjustment) => (lastMonth === null ? '9999-12-01' : firstOfMonth(lastMonth))

/** Why an adjustment that closed runs have cannot change this way, or be deleted without `after`. */
export function adjustmentRefusal(
  before: Adjustment | null,
  after: Adjustment | null,
  { paid }: ClosedMonths,
): ClosedRefusal | null {
  if (before === null || paid === null) return null
  const has = `Pay through ${showDay(paid)} is closed with this adjustment`
  const at = (field: keyof Adjustment, message: string) => ({ field, value: (after ?? before)[field], message })
  if (after === null) {
    const instead =
      endOf(before) > paid ? `Enter ${showDay(paid)} as its last month` : 'To reverse it, enter another one'
    return at('lastMonth', `${has}, so it can’t be deleted. ${instead}`)
  }
  if (!isSameAmount(before.amount, after.amount))
    return at('amount', `${has}, so its amount stays. End it and enter another one`)
  if (before.firstMonth !== after.firstMonth) return at('firstMonth', `${has}, so its first month stays`)
  if (endOf(after) < paid) return at('lastMonth', `${has}, so it can’t end before`)
  return null
}

/** Why an advance that a closed run paid cannot change this way, or be deleted without `after`. */
export function advanceRefusal(
  before: Advance | null,
  after: Advance | null,
  { paid }: ClosedMonths,
): ClosedRefusal | null {
  if (before === null || paid === null) return null
  const message =
    'A closed pay run paid this advance, so its amount and month stay. To take money back, enter an adjustment'
  if (after === null || !isSameAmount(before.amount, after.amount))
    return { field: 'amount', value: (after ?? before).amount, message }
  return before.month === after.month ? null : { field: 'month', value: after.month, message }
}
