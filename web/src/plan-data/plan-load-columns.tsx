import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PlanDataLoad } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { planFileNames } from '@coverdesk/domain/plan-data/plan-files.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import { planSourceName } from './plan-source-name.ts'

const words: Record<PlanDataLoad['state'], string> = { loaded: 'Loaded', refused: 'Refused', undone: 'Undone' }
const tones: Record<PlanDataLoad['state'], Tone> = { loaded: 'green', refused: 'red', undone: 'grey' }

export const planLoadName = ({ fileName, year }: PlanDataLoad) => `${fileName}, ${year}`
const filesOf = ({ kinds }: PlanDataLoad) => kinds.map((kind) => planFileNames[kind]).join(', ')

export const planLoadColumns: readonly ListColumn<PlanDataLoad, 'loadedAt' | 'year'>[] = [
  { id: 'file', header: 'File', cell: (row) => row.fileName, width: 220, pinned: true },
  { id: 'year', header: 'Year', cell: (row) => row.year, width: 72, sort: 'year' },
  { id: 'source', header: 'Source', cell: (row) => planSourceName(row.source), width: 130 },
  {
    id: 'state',
    header: 'Status',
    cell: (row) => words[row.state],
    kind: 'status',
    tone: (row) => tones[row.state],
    width: 92,
  },
  { id: 'kinds', header: 'Contents', cell: filesOf, width: 200, grow: 1 },
  { id: 'rows', header: 'Rows', cell: (row) => row.rows, kind: 'number', width: 92 },
  { id: 'skipped', header: 'Skipped', cell: (row) => row.skipped, kind: 'number', width: 84 },
  { id: 'loadedAt', header: 'When', cell: (row) => showInstant(row.loadedAt), width: 164, sort: 'loadedAt' },
  { id: 'loadedBy', header: 'By', cell: (row) => row.loadedBy, width: 130, quiet: true },
  { id: 'message', header: 'Problems', cell: (row) => row.message, width: 240, grow: 2, quiet: true },
]

export const planLoadPhoneRow: PhoneRow<PlanDataLoad> = {
  title: (row) => row.fileName,
  subtitle: (row) => row.message ?? `${planSourceName(row.source)} ${row.year}, ${filesOf(row)}`,
  badge: (row) => <StatusPill tone={tones[row.state]}>{words[row.state]}</StatusPill>,
  figure: (row) => showCount(row.rows),
}

const newest = Number(todayIn(new Date()).slice(0, 4)) + 1
export const planLoadFilters: readonly Filter[] = [
  {
    name: 'year',
    label: 'Year',
    kind: 'select',
    choices: [0, 1, 2, 3].map((back) => ({ value: String(newest - back), label: String(newest - back) })),
  },
  {
    name: 'state',
    label: 'Status',
    kind: 'select',
    choices: Object.entries(words).map(([value, label]) => ({ value, label })),
  },
]
