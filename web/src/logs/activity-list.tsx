import { actionInWords } from '@coverdesk/domain/audit/audit-actions.ts'
import { ActivityFilters, type ActivityRow, type activitySorts, logs } from '@coverdesk/domain/logs/log-contract.ts'
import { operationsPageSizes } from '@coverdesk/domain/platform/page.ts'
import { resultTone, resultWords } from '../audit/audit-columns.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showMoment } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { LogsTab, LogsTabs } from './logs-tabs.tsx'

type Column = ListColumn<ActivityRow, (typeof activitySorts)[number]>

const ActivityAddress = ActivityFilters.extend(LogsTab.shape)

/** Columns of the list (LOG-05). */
const columns: readonly Column[] = [
  { id: 'category', header: 'Category', cell: (row) => row.category, width: 150 },
  { id: 'createdBy', header: 'Created by', cell: (row) => row.createdBy, width: 170, grow: 1 },
  {
    id: 'occurrence',
    header: 'Occurrence',
    cell: (row) => row.occurrence,
    kind: 'number',
    width: 100,
    sort: 'occurrence',
  },
  { id: 'data1', header: 'Data 1: action', cell: (row) => actionInWords(row.data1), width: 120 },
  { id: 'data2', header: 'Data 2: address', cell: (row) => row.data2, width: 120, quiet: true },
  {
    id: 'result',
    header: 'Result',
    cell: (row) => resultWords[row.result],
    kind: 'status',
    tone: (row) => resultTone[row.result],
    width: 96,
  },
  {
    id: 'firstAccess',
    header: 'First access',
    cell: (row) => showMoment(row.firstAccess),
    kind: 'date',
    width: 180,
    sort: 'firstAccess',
  },
  {
    id: 'lastAccess',
    header: 'Last access',
    cell: (row) => showMoment(row.lastAccess),
    kind: 'date',
    width: 180,
    sort: 'lastAccess',
  },
]

const phoneRow: PhoneRow<ActivityRow> = {
  title: (row) => `${actionInWords(row.data1)}${row.category ? `, ${row.category}` : ''}`,
  subtitle: (row) => [row.createdBy ?? 'Not signed in', row.data2].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={resultTone[row.result]}>{resultWords[row.result]}</StatusPill>,
  figure: (row) => showCount(row.occurrence),
}

const filters: readonly Filter<keyof ActivityFilters>[] = [
  { name: 'from', label: 'Last access from', kind: 'date' },
  { name: 'to', label: 'Last access to', kind: 'date' },
  { name: 'user', label: 'Created by', kind: 'text', width: 160 },
  { name: 'category', label: 'Category', kind: 'text', width: 140 },
  {
    name: 'result',
    label: 'Result',
    kind: 'select',
    choices: [
      { value: 'done', label: resultWords.done },
      { value: 'refused', label: resultWords.refused },
    ],
  },
]

/** Activity by user and kind of record, with first and last access (LOG-05). */
export function ActivityList() {
  const list = useList(logs.activity, {
    screen: 'activity',
    address: ActivityAddress,
    sorting: { sort: 'lastAccess', order: 'desc' },
    rowKey: (row) => String(row.id),
  })
  return (
    <ListScreen
      list={list}
      title="Logs"
      label="Activity"
      tools={<LogsTabs tab="activity" />}
      columns={columns}
      rowName={(row) => `${actionInWords(row.data1)} ${row.category ?? ''}`}
      phone={phoneRow}
      sizes={operationsPageSizes}
      filters={filters}
      noMatches="No activity matches these filters."
      noData={{ why: 'No activity yet.' }}
    />
  )
}
