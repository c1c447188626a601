import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { OfflineRow, offlineSorts } from '@coverdesk/domain/offline/offline-contract.ts'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'
import { StatusPill } from '../../ui/basics/status-pill.tsx'

export type OfflineSort = (typeof offlineSorts)[number]

/** Columns of the list; the plan is truncated to 30 characters (CONST-14). */
export const offlineColumns: readonly ListColumn<OfflineRow, OfflineSort>[] = [
  {
    id: 'applicationId',
    header: 'Application',
    cell: (row) => String(row.applicationId),
    width: 92,
    sort: 'applicationId',
    pinned: true,
  },
  {
    id: 'applicant',
    header: 'Applicant',
    cell: (row) => row.applicant,
    width: 170,
    sort: 'applicant',
    hideable: false,
    grow: 1,
  },
  { id: 'phone', header: 'Phone', cell: (row) => showPhone(row.phone), width: 116, quiet: true, proportional: true },
  { id: 'email', header: 'Email', cell: (row) => row.email, width: 148, quiet: true, grow: 1 },
  { id: 'plan', header: 'Plan', cell: (row) => cutPlan(row.plan), width: 140, quiet: true },
  { id: 'members', header: 'Members', cell: (row) => row.members, kind: 'number', width: 74 },
  { id: 'source', header: 'Source', cell: (row) => row.source, width: 96, quiet: true },
  {
    id: 'createdDate',
    header: 'Created',
    cell: (row) => todayIn(new Date(row.createdDate)),
    kind: 'date',
    width: 94,
    sort: 'createdDate',
  },
  { id: 'createdBy', header: 'Created by', cell: (row) => row.createdBy, width: 112, quiet: true },
  {
    id: 'processed',
    header: 'Processed',
    cell: (row) => (row.processedDate ? 'Processed' : 'Open'),
    kind: 'status',
    width: 104,
    tone: (row) => (row.processedDate ? 'green' : 'amber'),
  },
]

function cutPlan(plan: string): string {
  return plan.length > 30 ? plan.slice(0, 30) : plan
}

export function nameOf(row: OfflineRow): string {
  return `${row.applicant}, application ${row.applicationId}`
}

export const offlinePhoneRow: PhoneRow<OfflineRow> = {
  title: (row) => row.applicant,
  subtitle: (row) => `${row.applicationId}, ${showPhone(row.phone)}`,
  badge: (row) => (
    <StatusPill tone={row.processedDate ? 'green' : 'amber'}>{row.processedDate ? 'Processed' : 'Open'}</StatusPill>
  ),
  figure: (row) => `${row.members} ${row.members === 1 ? 'member' : 'members'}`,
}
