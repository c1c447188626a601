import { showMoney } from '../fields/amount.ts'
import { showDate } from '../fields/calendar-date.ts'
import type { PayBasis } from './pay-term-fields.ts'

export const payBasisWords = {
  percent: 'Percent of the commission',
  perMember: 'Dollars per member and month',
} as const

/** '70 %' or '$12.00 per member'. */
export function partWords({
  basis,
  percent,
  amount,
}: {
  basis: PayBasis
  percent: string | null
  amount: string | null
}): string {
  return basis === 'percent' ? `${percent} %` : `${showMoney(amount)} per member`
}

/** 'Any carrier' or its name. */
export const carrierWords = ({ carrierName }: { carrierName: string | null }) => carrierName ?? 'Any carrier'

/** '01/01/2026 to 11/30/2026', or 'from 01/01/2026'. */
export function payDaysWords({ startDate, endDate }: { startDate: string; endDate: string | null }): string {
  return endDate ? `${showDate(startDate)} to ${showDate(endDate)}` : `from ${showDate(startDate)}`
}

/** '01/2026 to 03/2026', '01/2026', or 'from 01/2026'. */
export function payMonthsWords({ firstMonth, lastMonth }: { firstMonth: string; lastMonth: string | null }): string {
  if (lastMonth === null) return `from ${firstMonth}`
  return lastMonth === firstMonth ? firstMonth : `${firstMonth} to ${lastMonth}`
}
