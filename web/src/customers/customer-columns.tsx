import type { CustomerRow, customerSorts } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerTone } from '@coverdesk/domain/customers/customer-fields.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { citizenWord, nameOf } from './customer-words.ts'

export type CustomerSort = (typeof customerSorts)[number]

/** Columns of the list (CUST-04); agent and creation date are optional. */
export const customerColumns: readonly ListColumn<CustomerRow, CustomerSort>[] = [
  { id: 'fullName', header: 'Full name', cell: nameOf, width: 200, sort: 'fullName', pinned: true },
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 210, sort: 'email', quiet: true, grow: 1 },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 120, quiet: true, proportional: true },
  { id: 'dob', header: 'DOB', cell: (row) => row.dob, kind: 'date', width: 94 },
  { id: 'sex', header: 'Sex', cell: (row) => row.sex, width: 52, quiet: true },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => row.status,
    kind: 'status',
    width: 128,
    tone: (row) => customerTone(row.statusId),
    hideable: false,
  },
  { id: 'languageSpk', header: 'Speaks', cell: (row) => row.languageSpk, width: 84, quiet: true },
  { id: 'languageMail', header: 'Mailing', cell: (row) => row.languageMail, width: 84, quiet: true },
  { id: 'usCitizen', header: 'US Citizen', cell: (row) => citizenWord(row.usCitizen), width: 86, quiet: true },
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 140, quiet: true },
  {
    id: 'createdDate',
    header: 'Created',
    cell: (row) => todayIn(new Date(row.createdDate)),
    kind: 'date',
    width: 94,
    sort: 'createdDate',
  },
]

/** Default columns: those of the specification. */
export const customerPreference: ScreenPreference = { hidden: ['agent', 'createdDate'] }

export const customerPhoneRow: PhoneRow<CustomerRow> = {
  title: nameOf,
  subtitle: (row) => [showPhone(row.phone), row.email].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={customerTone(row.statusId)}>{row.status}</StatusPill>,
}
