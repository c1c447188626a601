import { showAmount } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import type { ScheduleRowOut } from './schedule-contract.ts'

type Described = Omit<ScheduleRowOut, 'id' | 'version' | 'carrierId'>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const businessWords = { new: 'New', renewal: 'Renewal', both: 'New and renewal' } as const
export const basisWords = {
  member: 'Per member and month',
  policy: 'Per policy and month',
  percent: 'Percent of premium',
  flat: 'Once, in the first month',
} as const

/** 'All plans', 'Silver', 'Dental', or the name of the plan. */
export function scopeWords({ scope, scopeValue }: Pick<Described, 'scope' | 'scopeValue'>): string {
  if (scope === 'all') return 'All plans'
  return scope === 'plan' ? scopeValue : capital(scopeValue)
}

/** 'Gold, effective from 06/01/2026, 1 to 4 members': the scope with the limits of the row. */
export function limitsText(
  row: Pick<Described, 'scope' | 'scopeValue' | 'cohortFrom' | 'cohortTo' | 'membersFrom' | 'membersTo'>,
): string {
  const { cohortFrom, cohortTo, membersFrom, membersTo } = row
  const effective = [cohortFrom && `from ${showDate(cohortFrom)}`, cohortTo && `to ${showDate(cohortTo)}`].filter(
    Boolean,
  )
  const members =
    membersFrom === null && membersTo === null
      ? []
      : [`${membersFrom ?? 1}${membersTo === null ? ' or more' : ` to ${membersTo}`} members`]
  return [scopeWords(row), ...(effective.length > 0 ? [`effective ${effective.join(' ')}`] : []), ...members].join(', ')
}

/** 'All states' or their codes. */
export const stateWords = ({ states }: Pick<Described, 'states'>) =>
  states.length === 0 ? 'All states' : states.join(', ')

/** 'Per member, up to 5', or 'Not commissionable'. */
export function basisText({ basis, cap, commissionable }: Pick<Described, 'basis' | 'cap' | 'commissionable'>): string {
  if (!commissionable) return 'Not commissionable'
  if (basis === 'member') return cap === null ? 'Per member' : `Per member, up to ${cap}`
  return { policy: 'Per policy', percent: 'Percent of premium', flat: 'Once' }[basis]
}

/** '20.00' or '2.50 %'. */
export function amountText({
  amount,
  basis,
  commissionable,
}: Pick<Described, 'amount' | 'basis' | 'commissionable'>): string {
  if (!commissionable) return '0.00'
  return basis === 'percent' ? `${amount} %` : showAmount(amount)
}

/** '01/2026 – 12/2026', or 'From 01/2026'. */
export function monthsText({ firstMonth, lastMonth }: Pick<Described, 'firstMonth' | 'lastMonth'>): string {
  return lastMonth === null ? `From ${firstMonth}` : `${firstMonth} – ${lastMonth}`
}

/** Name of a row in a sentence: 'Oscar, FL, All plans, New, 01/2026 – 12/2026'. */
export function scheduleName(row: Described): string {
  return [row.carrierName, stateWords(row), scopeWords(row), businessWords[row.business], monthsText(row)].join(', ')
}
