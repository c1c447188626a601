import type { ExceptionRow, exceptionSorts } from '@coverdesk/domain/exceptions/exception-contract.ts'
import type { ExceptionReason } from '@coverdesk/domain/exceptions/match-line.ts'
import { reasonWords } from '@coverdesk/domain/exceptions/reason-words.ts'
import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { monthColumn } from '../lists/month-column.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'

type Column = ListColumn<ExceptionRow, (typeof exceptionSorts)[number]>

const tones: Readonly<Record<ExceptionReason, Tone>> = {
  notLoaded: 'blue',
  nameDiffers: 'amber',
  numberReused: 'amber',
  birthDateDiffers: 'amber',
  twoPolicies: 'amber',
}

/** Reason of an open line, or what a person decided. */
export function standingOf({ resolvedTo, ignored, reason }: ExceptionRow): { label: string; tone: Tone } {
  if (resolvedTo !== null) return { label: 'Matched', tone: 'green' }
  if (ignored !== null) return { label: 'Not ours', tone: 'grey' }
  return { label: reasonWords[reason], tone: tones[reason] }
}

/** 'GARCIA MARIA, U100, 03/2026'. */
export const exceptionName = ({ insuredName, policyNumber, month }: ExceptionRow) =>
  [insuredName, policyNumber, showMonth(month)].filter(Boolean).join(', ')

const common: readonly Column[] = [
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 150, pinned: true },
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 110 },
  {
    id: 'reason',
    header: 'Reason',
    kind: 'status',
    cell: (row) => standingOf(row).label,
    tone: (row) => standingOf(row).tone,
    width: 132,
  },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, kind: 'money', width: 86, sort: 'amount' },
  monthColumn((row) => showMonth(row.month), { header: 'Statement', sort: 'month' }),
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrier, width: 120, quiet: true },
]
const source: readonly Column[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agent ?? row.npn, width: 120, quiet: true },
  {
    id: 'file',
    header: 'File and line',
    cell: (row) => (row.fileName === null ? null : `${row.fileName}, line ${row.line ?? '-'}`),
    width: 210,
    quiet: true,
  },
]

export const openColumns: readonly Column[] = [...common, ...source]
export const resolvedColumns: readonly Column[] = [
  ...common,
  { id: 'decision', header: 'Decision', cell: (row) => row.resolvedTo ?? row.ignored, width: 150 },
  { id: 'by', header: 'By', cell: (row) => row.resolvedBy, width: 120 },
  {
    id: 'at',
    header: 'On',
    cell: (row) => row.resolvedAt && todayIn(new Date(row.resolvedAt)),
    kind: 'date',
    width: 100,
  },
  ...source,
]

export const exceptionPhoneRow: PhoneRow<ExceptionRow> = {
  title: (row) => row.insuredName ?? row.policyNumber,
  subtitle: (row) => `${row.policyNumber}, ${row.carrier}, ${showMonth(row.month)}`,
  badge: (row) => <StatusPill tone={standingOf(row).tone}>{standingOf(row).label}</StatusPill>,
  figure: (row) => showAmount(row.amount),
  first: 'figure',
}
