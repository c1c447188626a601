import { daysBetween } from '../fields/day-count.ts'

/** Days after which a carrier's policy file is overdue; carriers send one a month. */
export const maxDaysWithoutPolicies = 35

/** True when the carrier's last policy file was loaded more than 35 days ago. */
export function isPolicyLoadOverdue(loadedOn: string, today: string): boolean {
  return daysBetween(loadedOn, today) > maxDaysWithoutPolicies
}

/**
 * True when a statement is overdue. A carrier states a month's commission by the end of the next month: in November the
 * statement of September is due.
 */
export function isStatementOverdue(latestMonth: string, today: string): boolean {
  return monthNumber(today) - monthNumber(latestMonth) > 2
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}
