import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { UpdateFilters, UpdateRow, updateSorts } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { updateStatusWords } from '@coverdesk/domain/healthsherpa/policy-update.ts'
import { showInstant } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'

const tones: Readonly<Record<string, Tone>> = {
  effectuated: 'green',
  pending_effectuation: 'amber',
  cancelled: 'red',
  terminated: 'red',
}
export const updateTone = (status: string): Tone => tones[status] ?? 'grey'

/** Start and premium of the policies of an update. */
export const policyWords = ({ policies }: UpdateRow): string =>
  policies
    .map(({ planId, effective, premium }) =>
      [planId, effective && `from ${showDate(effective)}`, premium && showMoney(premium)].filter(Boolean).join(', '),
    )
    .join('; ')

/** What was paid, by the newest payment that HealthSherpa knows. */
export const paymentWords = ({ policies }: UpdateRow): string =>
  policies
    .flatMap(({ paymentStatus, paidThrough, balanceDue }) => [
      paymentStatus?.replaceAll('_', ' '),
      paidThrough && `paid through ${showDate(paidThrough)}`,
      Number(balanceDue) > 0 ? `${showMoney(balanceDue)} due` : null,
    ])
    .filter(Boolean)
    .join(', ')

const applicationOf = ({ appId, wizardId }: UpdateRow) => appId ?? (wizardId === null ? null : 'In the wizard')

export const updateColumns: readonly ListColumn<UpdateRow, (typeof updateSorts)[number]>[] = [
  {
    id: 'receivedAt',
    header: 'Received',
    cell: (row) => showInstant(row.receivedAt),
    width: 156,
    sort: 'receivedAt',
    pinned: true,
  },
  { id: 'client', header: 'Client', cell: (row) => row.clientName, width: 136, grow: 1 },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => updateStatusWords(row.status),
    kind: 'status',
    width: 184,
    tone: (row) => updateTone(row.status),
  },
  { id: 'day', header: 'Since', cell: (row) => row.day, kind: 'date', width: 104 },
  { id: 'application', header: 'Application', cell: applicationOf, width: 112 },
  { id: 'policies', header: 'Policies', cell: policyWords, width: 216, grow: 1 },
  { id: 'payment', header: 'Payment', cell: paymentWords, width: 184 },
  { id: 'agent', header: 'Agent of record', cell: (row) => row.agentName ?? row.npn, width: 144 },
  { id: 'number', header: 'HealthSherpa ID', cell: (row) => row.applicationId, width: 136 },
]

export const updatePhoneRow: PhoneRow<UpdateRow> = {
  title: (row) => row.clientName || row.applicationId,
  subtitle: (row) => [showInstant(row.receivedAt), policyWords(row), paymentWords(row)].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={updateTone(row.status)}>{updateStatusWords(row.status)}</StatusPill>,
  first: 'badge',
}

export const updateFilters: readonly Filter<keyof UpdateFilters>[] = [
  {
    name: 'matched',
    label: 'Application',
    kind: 'select',
    choices: [
      { value: 'no', label: 'Not found' },
      { value: 'yes', label: 'Found' },
    ],
  },
]

export const updateName = (row: UpdateRow) => `${row.clientName || row.applicationId}, ${updateStatusWords(row.status)}`
