import type { ContactRow, contactSorts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

export type ContactSort = (typeof contactSorts)[number]

/** 'Ana María Vega', or 'No name'. */
export function fullName(person: { firstName: string; middleName: string; lastName: string }): string {
  return [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ') || 'No name'
}

export const sexWords = { F: 'Female', M: 'Male' } as const

/** '8987 Live Oak Ave, El Paso', with the country only when it is not the agency's own. */
function addressLine({ address: { address, city, countryCode } }: ContactRow): string {
  return [address, city, countryCode === 'US' ? null : countryCode].filter(Boolean).join(', ')
}

/** Columns of the list (CONTACT-03, A-070). */
export const contactColumns: readonly ListColumn<ContactRow, ContactSort>[] = [
  { id: 'name', header: 'Name', cell: fullName, width: 160, sort: 'name', pinned: true },
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 240, quiet: true, grow: 1 },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 116, quiet: true, proportional: true },
  {
    id: 'dateOfBirth',
    header: 'Date of birth',
    cell: (row) => row.dateOfBirth,
    kind: 'date',
    width: 104,
    sort: 'dateOfBirth',
  },
  {
    id: 'gender',
    header: 'Sex',
    cell: ({ demographics }) => demographics.gender && sexWords[demographics.gender],
    width: 74,
    quiet: true,
  },
  { id: 'address', header: 'Address', cell: addressLine, width: 220, quiet: true, grow: 1 },
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName, width: 140, quiet: true },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (row) => todayIn(new Date(row.createdAt)),
    kind: 'date',
    width: 94,
    sort: 'createdAt',
  },
  { id: 'createdBy', header: 'Created by', cell: (row) => row.createdBy ?? 'System', width: 112, quiet: true },
]

export const contactPhoneRow: PhoneRow<ContactRow> = {
  title: fullName,
  subtitle: (row) => [row.email, showPhone(row.phone)].filter(Boolean).join(', ') || 'No email or phone',
  badge: (row) => (row.customer ? <StatusPill tone="blue">Customer</StatusPill> : null),
  figure: (row) => showDate(row.dateOfBirth),
}
