import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { type SourceClass, sourceClassWords } from '@coverdesk/domain/three-sources/source-class.ts'
import type { SourceRow, sourceSorts } from '@coverdesk/domain/three-sources/source-contract.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

type Column = ListColumn<SourceRow, (typeof sourceSorts)[number]>

export const classTones: Readonly<Record<SourceClass, Tone>> = {
  'agent differs': 'red',
  'facts differ': 'amber',
  'paid differently': 'amber',
  'not paid': 'red',
  'paid, not on book': 'amber',
  'not on book': 'red',
  'statement only': 'blue',
  'no exchange record, unpaid': 'grey',
  'no exchange record, paid': 'grey',
  'off exchange, unpaid': 'grey',
  'off exchange, paid': 'grey',
  waiting: 'grey',
  agrees: 'green',
}

/** Words of a class that fit the column. */
const markOf = (name: SourceClass) => sourceClassWords[name].replace('No exchange record', 'No record')

/** 'Ida Case, U100'. */
export const unitName = ({ insuredName, policyNumber, appId }: SourceRow) =>
  [insuredName, policyNumber ?? appId].filter(Boolean).join(', ')

export const sourceColumns: readonly Column[] = [
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 150, sort: 'insured', pinned: true },
  {
    id: 'class',
    header: 'Class',
    kind: 'status',
    cell: (row) => markOf(row.class),
    tone: (row) => classTones[row.class],
    width: 150,
  },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 120, quiet: true },
  { id: 'agent', header: 'Book says', cell: (row) => row.agent, width: 120 },
  { id: 'exchangeNpn', header: 'Exchange', cell: (row) => row.exchangeNpn, width: 90 },
  { id: 'paid', header: 'Paid', cell: (row) => row.paid, kind: 'money', width: 86, sort: 'paid' },
  { id: 'stake', header: 'At stake', cell: (row) => row.stake, kind: 'money', width: 86, sort: 'stake' },
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 120, quiet: true },
  { id: 'appId', header: 'Exchange id', cell: (row) => row.appId, width: 110, quiet: true },
]

export const sourcePhoneRow: PhoneRow<SourceRow> = {
  title: (row) => row.insuredName,
  subtitle: (row) => [row.carrier, row.policyNumber ?? row.appId].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={classTones[row.class]}>{sourceClassWords[row.class]}</StatusPill>,
  figure: (row) => showAmount(row.class === 'agent differs' || row.class === 'not paid' ? row.stake : row.paid),
  first: 'figure',
}
