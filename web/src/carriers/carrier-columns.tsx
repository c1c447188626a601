import type { CarrierRow, carrierSorts } from '@coverdesk/domain/carriers/carrier-contract.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

export type CarrierSort = (typeof carrierSorts)[number]

const statusOf = ({ active }: CarrierRow) => (active ? 'Active' : 'Not used')
const toneOf = ({ active }: CarrierRow) => (active ? 'green' : 'grey')
const monthOf = ({ lastMonth }: CarrierRow) => lastMonth && showMonth(lastMonth)
const statesOf = ({ issuerIds }: CarrierRow) => [...new Set(issuerIds.map(({ state }) => state))].join(', ') || null

export const carrierColumns: readonly ListColumn<CarrierRow, CarrierSort>[] = [
  { id: 'name', header: 'Carrier', cell: (row) => row.name, width: 210, sort: 'name', pinned: true },
  { id: 'code', header: 'Code', cell: (row) => row.code, width: 84 },
  { id: 'aliases', header: 'Names in files', cell: (row) => row.aliases.join(', ') || null, width: 260, grow: 1 },
  { id: 'states', header: 'HIOS states', cell: statesOf, width: 130 },
  { id: 'disputeDays', header: 'Dispute', cell: (row) => `${row.disputeDays} days`, width: 90, sort: 'disputeDays' },
  { id: 'policies', header: 'Policies', cell: (row) => row.policies, kind: 'number', width: 84, sort: 'policies' },
  monthColumn(monthOf, { id: 'lastMonth', header: 'Last file', sort: 'lastMonth' }),
  { id: 'status', header: 'Status', cell: statusOf, kind: 'status', width: 96, tone: toneOf },
]

export const carrierPhoneRow: PhoneRow<CarrierRow> = {
  title: (row) => row.name,
  subtitle: (row) => [row.code, statesOf(row)].filter(Boolean).join(', ') || 'No code or HIOS id',
  figure: (row) => row.policies.toLocaleString('en-US'),
  badge: (row) => <StatusPill tone={toneOf(row)}>{statusOf(row)}</StatusPill>,
  first: 'figure',
}
