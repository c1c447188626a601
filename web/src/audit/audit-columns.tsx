import type { AuditFilters, AuditRow, auditSorts } from '@coverdesk/domain/audit/audit-contract.ts'
import { actionInWords, auditActions, auditActionWords, changes } from '@coverdesk/domain/audit/audit-words.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showMoment } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

export const resultWords = { done: 'Done', refused: 'Refused' } as const
export const resultTone: Readonly<Record<AuditRow['result'], Tone>> = { done: 'green', refused: 'red' }

/** Id of the affected record, or the number of records. */
export function recordOf({ entityId, records }: Pick<AuditRow, 'entityId' | 'records'>): string | null {
  return entityId || (records > 0 ? `${showCount(records)} ${records === 1 ? 'record' : 'records'}` : null)
}

export const whoOf = ({ user }: Pick<AuditRow, 'user'>) => user ?? 'Not signed in'

/** Columns of the list. */
export const auditColumns: readonly ListColumn<AuditRow, (typeof auditSorts)[number]>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: (row) => showMoment(row.date),
    kind: 'date',
    width: 160,
    sort: 'newest',
    pinned: true,
  },
  { id: 'user', header: 'User', cell: whoOf, width: 180, grow: 1 },
  { id: 'action', header: 'Action', cell: (row) => actionInWords(row.action), width: 110 },
  { id: 'entity', header: 'Entity', cell: (row) => row.entity, width: 160 },
  { id: 'entityId', header: 'Entity id', cell: recordOf, width: 130 },
  {
    id: 'result',
    header: 'Result',
    cell: (row) => resultWords[row.result],
    kind: 'status',
    tone: (row) => resultTone[row.result],
    width: 100,
  },
  { id: 'address', header: 'Address', cell: (row) => row.address, width: 150, quiet: true },
]

export const auditPhoneRow: PhoneRow<AuditRow> = {
  title: (row) => [actionInWords(row.action), row.entity, recordOf(row)].filter(Boolean).join(' '),
  subtitle: (row) => `${whoOf(row)}, ${showMoment(row.date)}`,
  badge: (row) => <StatusPill tone={resultTone[row.result]}>{resultWords[row.result]}</StatusPill>,
}

/** Filters of the list. */
export function auditFilters(entities: readonly Choice[]): readonly Filter<keyof AuditFilters>[] {
  return [
    { name: 'from', label: 'From', kind: 'date' },
    { name: 'to', label: 'To', kind: 'date' },
    { name: 'user', label: 'User', kind: 'text', width: 160 },
    {
      name: 'action',
      label: 'Action',
      kind: 'select',
      choices: [
        { value: changes, label: 'All except reads' },
        ...auditActions.map((value) => ({ value, label: auditActionWords[value] })),
      ],
    },
    { name: 'entity', label: 'Entity', kind: 'select', choices: entities },
  ]
}
