import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { type FaultClass, isFault, type VarianceClass } from '@coverdesk/domain/expected/variance-class.ts'
import { daysBetween } from '@coverdesk/domain/fields/day-count.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** Short word for the column. */
export const classMark: Readonly<Record<FaultClass, { label: string; tone: Tone }>> = {
  missing: { label: 'Missing', tone: 'red' },
  short: { label: 'Short', tone: 'amber' },
  'renewal rate on new business': { label: 'Renewal rate', tone: 'amber' },
  'wrong agent or NPN': { label: 'Wrong NPN', tone: 'blue' },
  'chargeback not returned': { label: 'Chargeback', tone: 'red' },
  'paid after termination': { label: 'After termination', tone: 'grey' },
  duplicate: { label: 'Duplicate', tone: 'grey' },
  over: { label: 'Over', tone: 'grey' },
  'not expected': { label: 'Not expected', tone: 'grey' },
}

/** Pill of a policy month; none where it was paid as expected. */
export function markOf(name: VarianceClass): { label: string; tone: Tone } | null {
  if (isFault(name)) return classMark[name]
  return name === 'exact' ? null : { label: classWords[name], tone: 'grey' }
}

const tones: Readonly<Record<string, Tone>> = {
  Open: 'grey',
  'In Review': 'blue',
  Disputed: 'violet',
  Denied: 'red',
  'Written Off': 'grey',
  Recovered: 'green',
  Settled: 'green',
}
export const statusTone = (status: string): Tone => tones[status] ?? 'grey'

/** 'Today', '8 days', or 'Over' after the last day to dispute. */
export function daysLeft({ disputeBy }: Pick<VarianceRow, 'disputeBy'>, today: string): string | null {
  if (disputeBy === null) return null
  const days = daysBetween(today, disputeBy)
  if (days < 0) return 'Over'
  return days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`
}

/** Days before the last one in which it is urgent. */
const urgentDays = 14
export const isUrgent = ({ disputeBy }: Pick<VarianceRow, 'disputeBy'>, today: string) =>
  disputeBy !== null && daysBetween(today, disputeBy) >= 0 && daysBetween(today, disputeBy) <= urgentDays

/** 'Inés Álvarez, L1, 03/2026'. */
export const varianceName = (row: VarianceRow) => `${row.insuredName}, ${row.policyNumber}, ${showMonth(row.month)}`

/** '3 policy months'. */
export const monthsInWords = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'policy month' : 'policy months'}`
