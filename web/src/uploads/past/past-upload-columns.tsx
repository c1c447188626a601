import type { ImportBatch } from '@coverdesk/domain/uploads/upload-contract.ts'
import { monthColumn } from '../../lists/month-column.ts'
import { rowsInWords } from '../../ui/basics/cell-value.tsx'
import { showInstant } from '../../ui/basics/instant.ts'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { lastOf, shortScope, showPeriod } from '../upload-period.ts'

type Column = ListColumn<ImportBatch, 'loadedAt'>

function count(id: keyof ImportBatch['counts'], header: string, width: number): Column {
  return { id, header, cell: (batch) => batch.counts[id], kind: 'number', width }
}

/** Columns of past uploads: file, scope, counts, user and state. */
export const pastUploadColumns: readonly Column[] = [
  { id: 'fileName', header: 'File', cell: (batch) => batch.fileName, width: 216, pinned: true },
  { id: 'kind', header: 'Kind', cell: kindIn, width: 104 },
  { id: 'carrier', header: 'Carrier', cell: (batch) => batch.carrierName ?? 'Several', width: 132, grow: 1 },
  monthColumn(periodIn, { id: 'period' }),
  {
    id: 'state',
    header: 'State',
    cell: stateOf,
    kind: 'status',
    tone: (batch) => (batch.undoneAt === null ? 'green' : 'grey'),
    width: 106,
  },
  count('new', 'New', 76),
  count('changed', 'Changed', 76),
  count('unchanged', 'Unchanged', 84),
  count('missing', 'Missing', 68),
  {
    ...count('refused', 'Refused', 68),
    tone: (batch) => (batch.counts.refused > 0 && batch.undoneAt === null ? 'amber' : undefined),
  },
  {
    id: 'loadedAt',
    header: 'Loaded',
    cell: (batch) => showInstant(batch.loadedAt),
    kind: 'date',
    width: 160,
    sort: 'loadedAt',
  },
  { id: 'loadedBy', header: 'By', cell: (batch) => batch.loadedBy, width: 112, quiet: true },
]

/** Two lines on a phone: carrier and month, then file and rows. */
export const pastUploadPhone: PhoneRow<ImportBatch> = {
  title: shortScope,
  subtitle: (batch) => `${kindIn(batch)}, ${batch.fileName}`,
  badge: (batch) => <StatusPill tone={batch.undoneAt === null ? 'green' : 'grey'}>{stateOf(batch)}</StatusPill>,
  figure: (batch) => rowsInWords(batch.counts.rows),
}

export function kindIn(batch: ImportBatch): string {
  return batch.kind === 'commissions' ? 'Commissions' : 'Policies'
}

function periodIn(batch: ImportBatch): string {
  const period = lastOf(batch)
  return period ? showPeriod(period) : 'Several'
}

function stateOf(batch: ImportBatch): string {
  return batch.undoneAt === null ? 'Loaded' : 'Undone'
}
