import type { ApplicationRow, applicationSorts } from '@coverdesk/domain/applications/application-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { planCell } from '../policies/plan-name.tsx'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { applicantOf, consentWords, dayOf, statusTone } from './application-words.ts'

export type ApplicationSort = (typeof applicationSorts)[number]

const toneOf = ({ status }: ApplicationRow) => statusTone(status)

/** Columns of the list (APP-01); the status is a colored pill (APP-06), and the plan is truncated (CONST-14). */
export const applicationColumns: readonly ListColumn<ApplicationRow, ApplicationSort>[] = [
  { id: 'name', header: 'Name', cell: applicantOf, width: 180, sort: 'name', pinned: true },
  { id: 'status', header: 'Status', cell: (row) => row.status, kind: 'status', tone: toneOf, width: 112 },
  // Reaching the client and the consent stay in view at 1440 px.
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 220, quiet: true },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 124, quiet: true },
  { id: 'consent', header: 'Consent', cell: consentWords, width: 132, quiet: true },
  { id: 'dob', header: 'Date of birth', cell: (row) => row.dob, kind: 'date', width: 104 },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 140 },
  { id: 'plan', header: 'Plan', cell: (row) => planCell(row.planSelected), width: 190, grow: 1 },
  {
    id: 'createdDate',
    header: 'Created',
    cell: (row) => todayIn(new Date(row.createdDate)),
    kind: 'date',
    width: 98,
    sort: 'createdDate',
  },
  { id: 'createdBy', header: 'Created by', cell: (row) => row.createdByAgentName, width: 130, quiet: true },
  { id: 'assignedTo', header: 'Assigned to', cell: (row) => row.assignedToAgentName, width: 130 },
]

export const applicationPhoneRow: PhoneRow<ApplicationRow> = {
  title: applicantOf,
  subtitle: (row) => [row.carrier, row.planSelected].filter(Boolean).join(', ') || row.email,
  badge: (row) => <StatusPill tone={toneOf(row)}>{row.status}</StatusPill>,
  figure: (row) => dayOf(row.createdDate),
}
