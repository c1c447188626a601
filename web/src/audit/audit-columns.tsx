import { actionInWords, auditActions, auditActionWords, everyAction } from '@coverdesk/domain/audit/audit-actions.ts'
import type { AuditFilters, AuditRow, auditSorts } from '@coverdesk/domain/audit/audit-contract.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showMoment } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import type { FoldedEvent } from './fold-events.ts'
import type { RecordSource } from './use-audited-records.ts'

export const resultWords = { done: 'Done', refused: 'Refused' } as const
export const resultTone: Readonly<Record<AuditRow['result'], Tone>> = { done: 'green', refused: 'red' }

/** Name or id of the affected record, or the number of records. */
export function recordOf(row: Pick<AuditRow, 'entityId' | 'records' | 'recordName'>): string | null {
  const { entityId, records, recordName } = row
  if (recordName !== null) return recordName
  return entityId || (records > 0 ? `${showCount(records)} ${records === 1 ? 'record' : 'records'}` : null)
}

/** 'Update', or 'Update, 3 times' for equal events in a row. */
function actionOf({ action, times }: FoldedEvent): string {
  return times === 1 ? actionInWords(action) : `${actionInWords(action)}, ${times} times`
}

export const whoOf = ({ user }: Pick<AuditRow, 'user'>) => user ?? 'Not signed in'

/** Columns of the list. */
export const auditColumns: readonly ListColumn<FoldedEvent, (typeof auditSorts)[number]>[] = [
  {
    id: 'date',
    header: 'Date',
    cell: (row) => showMoment(row.date),
    kind: 'date',
    width: 180,
    sort: 'newest',
    pinned: true,
  },
  { id: 'user', header: 'User', cell: whoOf, width: 180, grow: 1 },
  { id: 'action', header: 'Action', cell: actionOf, width: 120 },
  { id: 'entity', header: 'Entity', cell: (row) => row.entityName, width: 180 },
  { id: 'record', header: 'Record', cell: recordOf, width: 220, grow: 1 },
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

export const auditPhoneRow: PhoneRow<FoldedEvent> = {
  title: (row) => [actionOf(row), row.entityName, recordOf(row)].filter(Boolean).join(' '),
  subtitle: (row) => `${whoOf(row)}, ${showMoment(row.date)}`,
  badge: (row) => <StatusPill tone={resultTone[row.result]}>{resultWords[row.result]}</StatusPill>,
}

/** Filters of the list. */
export function auditFilters(entities: readonly Choice[], record: RecordSource): readonly Filter<keyof AuditFilters>[] {
  return [
    { name: 'from', label: 'From', kind: 'date' },
    { name: 'to', label: 'To', kind: 'date' },
    { name: 'user', label: 'User', kind: 'text', width: 160 },
    {
      name: 'action',
      label: 'Action',
      kind: 'select',
      choices: [
        { value: everyAction, label: 'Everything, also views' },
        ...auditActions.map((value) => ({ value, label: auditActionWords[value] })),
      ],
    },
    { name: 'entity', label: 'Entity', kind: 'select', choices: entities },
    { name: 'record', label: 'Record', kind: 'select', ...record },
  ]
}
