import { showAmount } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PolicyRow } from '@coverdesk/domain/policies/policy-contract.ts'
import { IconCopy, IconEye } from '@tabler/icons-react'
import { copyText } from '../platform/toasts/copy-text.ts'
import type { SelectionAction } from '../ui/table-tools/selection-action.ts'
import type { policyColumns } from './policy-columns.tsx'

type Column = (typeof policyColumns)[number]

/** Actions on the selected policies, with the columns of the screen and which of them are hidden. */
export function policyActions(
  rows: readonly PolicyRow[],
  shown: { columns: readonly Column[]; hidden: readonly string[] },
  open: (row: PolicyRow) => void,
): SelectionAction[] {
  const [first, second] = rows
  const columns = shown.columns.filter(({ id }) => !shown.hidden.includes(id))
  const text = () => rows.map((row) => policyRowText(row, columns)).join('\n')
  return [
    {
      label: 'View',
      icon: IconEye,
      hint: '↵',
      refused: second ? 'One policy at a time can be viewed' : undefined,
      onClick: () => first && open(first),
    },
    {
      label: second ? 'Copy rows' : 'Copy row',
      icon: IconCopy,
      onClick: () => void copyText(text(), second ? `${rows.length} rows copied` : 'Row copied!'),
    },
  ]
}

/** Cells of a row joined by tabs; plan names aren't truncated. */
export function policyRowText(row: PolicyRow, columns: readonly Column[]): string {
  return columns.map((column) => cellText(row, column)).join('\t')
}

function cellText(row: PolicyRow, column: Column): string {
  if (column.id === 'plan') return row.planName ?? ''
  const value = column.cell(row)
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  if (column.kind === 'month') return showAmount(String(value))
  return column.kind === 'date' ? showDate(String(value)) : String(value)
}
