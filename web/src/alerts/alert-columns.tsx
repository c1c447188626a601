import type { AlertFilters, AlertRow, alertSorts } from '@coverdesk/domain/alerts/alert-contract.ts'
import { type AlertKind, alertKinds, alertTitles } from '@coverdesk/domain/alerts/alert-rules.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showMoment } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import type { Filter } from '../ui/filters/filter.ts'

/** Alerts about the server itself. */
const serverKinds: readonly AlertKind[] = [
  'audit-record',
  'backup-proof',
  'backup',
  'backup-copy',
  'backup-log',
  'registration-list',
  'termination-list',
]

export const actorOf = ({ user, address, kind }: AlertRow): string =>
  user ?? (serverKinds.includes(kind) ? 'Coverdesk' : `Not signed in, ${address ?? 'unknown address'}`)

/** Activity in the hour before an alert, in words. */
export function countedIn({ kind, times, records, details }: AlertRow): string {
  switch (kind) {
    case 'exports':
      return `${showCount(times)} ${times === 1 ? 'file' : 'files'}, ${showCount(records)} records in an hour`
    case 'reveals':
      return `${showCount(times)} numbers in an hour`
    case 'refusals':
      return `${showCount(times)} refused requests in an hour`
    case 'audit-record':
      return details ?? 'Run bin/coverdesk verify-audit'
    case 'backup-proof':
      return details ?? 'Run bin/coverdesk prove-backup'
    case 'backup':
    case 'backup-copy':
    case 'backup-log':
      return details ?? 'See Logs, category Backup'
    case 'registration-list':
    case 'termination-list':
      return details ?? 'See CMS Registration'
  }
}

export const alertColumns: readonly ListColumn<AlertRow, (typeof alertSorts)[number]>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: (row) => showMoment(row.date),
    kind: 'date',
    width: 180,
    sort: 'newest',
    pinned: true,
  },
  { id: 'kind', header: 'Alert', cell: (row) => alertTitles[row.kind], width: 200 },
  { id: 'user', header: 'User', cell: actorOf, width: 220 },
  { id: 'details', header: 'What happened', cell: countedIn, width: 320, grow: 1 },
]

export const alertPhoneRow: PhoneRow<AlertRow> = {
  title: (row) => alertTitles[row.kind],
  subtitle: (row) => `${actorOf(row)}, ${showMoment(row.date)}: ${countedIn(row)}`,
}

export const alertFilters: readonly Filter<keyof AlertFilters>[] = [
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'user', label: 'User', kind: 'text', width: 160 },
  {
    name: 'kind',
    label: 'Alert',
    kind: 'select',
    choices: alertKinds.map((value) => ({ value, label: alertTitles[value] })),
  },
]
