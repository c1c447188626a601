import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { PolicyRow, policySorts } from '@coverdesk/domain/policies/policy-contract.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { monthAmount } from '../commissions/month-amount.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { planCell } from './plan-name.tsx'
import css from './policy-columns.module.css'
import { policyTones } from './policy-tones.ts'

export type PolicySort = (typeof policySorts)[number]
type Column = ListColumn<PolicyRow, PolicySort>

/** First and last name, as the list sorts by them. */
export function insuredName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

const leading: Column[] = [
  {
    id: 'policyNumber',
    header: 'Policy number',
    cell: (row) => row.policyNumber,
    width: 106,
    sort: 'policyNumber',
    pinned: true,
  },
  { id: 'insured', header: 'Insured', cell: insuredName, width: 138, sort: 'insured', pinned: true },
  { id: 'plan', header: 'Plan', cell: (row) => planCell(row.planName), width: 166, grow: 1, quiet: true },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 117, quiet: true },
  { id: 'members', header: 'Members', cell: (row) => row.numberOfMembers, kind: 'number', width: 67 },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => row.status,
    kind: 'status',
    width: 104,
    tone: (row) => policyTones[row.status],
  },
]

const contact: Column[] = [
  { id: 'address', header: 'Address', cell: placeOf, width: 220, quiet: true },
  { id: 'zipCode', header: 'ZIP code', cell: (row) => row.zipCode, width: 76, quiet: true },
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 200, quiet: true },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 120, quiet: true, proportional: true },
]

const further: Column[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 130, quiet: true },
  {
    id: 'effectiveDate',
    header: 'Effective',
    cell: (row) => row.effectiveDate,
    kind: 'date',
    width: 92,
    sort: 'effectiveDate',
  },
]

const months: Column[] = monthNames.map((header, index) => ({
  id: header.toLowerCase(),
  header,
  cell: (row) => monthAmount(row, index),
  kind: 'month',
  width: 50,
}))

/** Columns of the list, ending with the current year's commissions by month (POLICY-04). */
export const policyColumns: readonly Column[] = [...leading, ...further, ...months]
/** Second variant with contact columns (POLICY-06, A-051). */
export const policyContactColumns: readonly Column[] = [...leading, ...contact, ...further, ...months]
/** Columns whose months open the lines behind them; `month` counts from 1. */
export function withLines(columns: readonly Column[], open: (row: PolicyRow, month: number) => void): Column[] {
  const first = columns.length - months.length
  return columns.map((column, index) =>
    index < first ? column : { ...column, opens: (row) => open(row, index - first + 1) },
  )
}
/** Default columns. */
export const policyPreference: ScreenPreference = { hidden: further.map((column) => column.id) }

function placeOf({ address, city, state }: PolicyRow): string {
  return [address, city, state].filter(Boolean).join(', ')
}

/** Row on a phone with the commission of `month` (0 to 11). */
export function policyPhoneRow(month: number): PhoneRow<PolicyRow> {
  return {
    title: insuredName,
    subtitle: (row) => `${row.policyNumber}, ${row.carrierName}`,
    badge: (row) => <StatusPill tone={policyTones[row.status]}>{row.status}</StatusPill>,
    figure: (row) => (
      <>
        <span className={css.month}>{monthNames[month]}</span>{' '}
        {row.months[month] ? <MoneyCell amount={row.months[month]} /> : (monthAmount(row, month) ?? '-')}
      </>
    ),
  }
}

/** Month (0 to 11) whose commission is due: the previous one; January in January. */
export function monthDue(today: string): number {
  return Math.max(0, Number(today.slice(5, 7)) - 2)
}
