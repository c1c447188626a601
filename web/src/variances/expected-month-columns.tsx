import { classWords } from '@coverdesk/domain/expected/class-words.ts'
import { ruleWords } from '@coverdesk/domain/expected/month-rule.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { ExpectedMonthRow, expectedMonthSorts } from '@coverdesk/domain/variances/expected-month-contract.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { markOf } from './variance-words.ts'

type Column = ListColumn<ExpectedMonthRow, (typeof expectedMonthSorts)[number]>

const ruleOf = ({ rule }: ExpectedMonthRow) => (rule === null ? null : ruleWords[rule])

export const expectedMonthColumns: readonly Column[] = [
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 110, pinned: true },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 140, grow: 1 },
  monthColumn((row) => showMonth(row.month), { sort: 'month' }),
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 110, quiet: true },
  { id: 'agent', header: 'Agent', cell: (row) => row.agent, width: 120, quiet: true },
  { id: 'expected', header: 'Expected', cell: (row) => row.expected, kind: 'money', width: 80 },
  { id: 'received', header: 'Received', cell: (row) => row.received, kind: 'money', width: 80 },
  {
    id: 'class',
    header: 'Class',
    kind: 'status',
    cell: (row) => classWords[row.class],
    tone: (row) => markOf(row.class)?.tone ?? 'green',
    width: 130,
  },
  { id: 'rule', header: 'Rule', cell: ruleOf, width: 140 },
  { id: 'schedule', header: 'Schedule', cell: (row) => row.schedule, width: 130 },
  { id: 'dueMonth', header: 'Due with', cell: (row) => showMonth(row.dueMonth), width: 80, quiet: true },
]

export const expectedMonthName = (row: ExpectedMonthRow) => `${row.policyNumber}, ${showMonth(row.month)}`

export const expectedMonthPhoneRow: PhoneRow<ExpectedMonthRow> = {
  title: (row) => row.insuredName,
  subtitle: (row) => [row.policyNumber, showMonth(row.month), ruleOf(row)].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={markOf(row.class)?.tone ?? 'green'}>{classWords[row.class]}</StatusPill>,
  figure: (row) => showMoney(row.expected),
}
