import type { StatementLine } from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import type { ScreenPreference } from '@coverdesk/domain/shell/shell-contract.ts'
import { monthColumn } from '../../lists/month-column.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import type { ListColumn, PhoneRow } from '../../ui/basics/list-column.ts'

/** Default columns. */
export const linePreference: ScreenPreference = { hidden: ['members', 'kind'] }

/** 'ambetter_march.csv, line 12', or null without a file. */
export const lineFile = ({ fileName, line }: StatementLine) =>
  fileName === null ? null : line === null ? fileName : `${fileName}, line ${showCount(line)}`

/** 'Renewal'. */
export const lineKind = ({ kind }: StatementLine) => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`

/** '03/2026'. */
export const lineMonth = ({ commissionMonth, commissionYear }: StatementLine) =>
  monthText(commissionMonth, commissionYear)

/** Columns of statement lines (STMT-08), with the source file and line. */
export const lineColumns: readonly ListColumn<StatementLine, 'month'>[] = [
  { id: 'agent', header: 'Agent', cell: (row) => row.agentName ?? 'Unassigned', width: 180, pinned: true },
  { id: 'carrier', header: 'Carrier', cell: (row) => row.carrierName, width: 170 },
  { id: 'policyNumber', header: 'Policy number', cell: (row) => row.policyNumber, width: 140 },
  { id: 'insured', header: 'Insured', cell: (row) => row.insuredName, width: 200, grow: 1 },
  { id: 'members', header: 'Members', cell: (row) => row.members, kind: 'number', width: 90 },
  { id: 'kind', header: 'Kind', cell: lineKind, width: 104 },
  monthColumn(lineMonth, { sort: 'month' }),
  { id: 'amount', header: 'Amount', cell: (row) => row.commissionAmount, kind: 'money', width: 110 },
  { id: 'file', header: 'File', cell: lineFile, width: 240, quiet: true },
]

/** 'U90001234, 03/2026'. */
export const lineName = (row: StatementLine) => `${row.policyNumber}, ${lineMonth(row)}`

export const linePhoneRow: PhoneRow<StatementLine> = {
  title: (row) => row.insuredName ?? row.policyNumber,
  subtitle: (row) => [row.agentName ?? 'Unassigned', row.carrierName, lineMonth(row)].join(', '),
  figure: (row) => showMoney(row.commissionAmount),
}
