import type { BulkAction } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { LeadRow } from '@coverdesk/domain/leads/lead-contract.ts'
import {
  IconCopy,
  IconHistory,
  IconListCheck,
  IconNotes,
  IconPencil,
  IconTag,
  IconTagOff,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import { paths, withQuery } from '../platform/address/paths.ts'
import { copyText } from '../platform/toasts/copy-text.ts'
import { leadRowText } from './lead-columns.tsx'
import type { LeadDialog } from './lead-dialogs.tsx'

const oneOnly = 'Select one lead at a time'

/** Actions on the selected leads; assignment needs admin.Lead. */
export function leadActions(
  rows: readonly LeadRow[],
  { hidden, runs, applies, count }: { hidden: readonly string[]; runs: boolean; applies: boolean; count: number },
  open: (dialog: LeadDialog) => void,
  askMany: (action: BulkAction) => void,
  customer?: { make(id: number): unknown; show(customerId: number): unknown },
): ListAction[] {
  const [first, second] = rows
  const openFor = (dialog: 'edit' | 'clear' | 'notes' | 'history') => () => first && open({ dialog, lead: first })
  const refused = second ? oneOnly : undefined
  const assign: ListAction[] = runs
    ? [{ label: 'Assign', icon: IconUserPlus, ofEverything: true, onClick: () => askMany('lead.agent') }]
    : []
  const customerId = first?.customerId ?? null
  const toCustomer: ListAction[] =
    customer && first
      ? [
          customerId === null
            ? { label: 'Create customer', icon: IconUserCheck, refused, onClick: () => customer.make(first.id) }
            : { label: 'Open customer', icon: IconUserCheck, refused, onClick: () => customer.show(customerId) },
        ]
      : []
  return [
    {
      label: 'Set Disposition',
      icon: IconTag,
      primary: true,
      ofEverything: true,
      onClick: () => first && (count > 1 ? askMany('lead.disposition') : open({ dialog: 'disposition', lead: first })),
    },
    ...assign,
    ...toCustomer,
    ...(applies
      ? [
          {
            label: 'Start application',
            icon: IconListCheck,
            refused,
            onClick: () => first && location.assign(withQuery(paths.edeNew, { lead: first.id })),
          },
        ]
      : []),
    { label: 'Edit Lead', icon: IconPencil, hint: '↵', refused, onClick: openFor('edit') },
    {
      label: 'Clear Disposition',
      icon: IconTagOff,
      refused: refused ?? (first?.statusId === null ? 'No disposition set' : undefined),
      onClick: openFor('clear'),
    },
    { label: 'Notes', icon: IconNotes, quiet: true, refused, onClick: openFor('notes') },
    { label: 'History', icon: IconHistory, quiet: true, refused, onClick: openFor('history') },
    {
      label: second ? 'Copy rows' : 'Copy row',
      icon: IconCopy,
      quiet: true,
      onClick: () =>
        void copyText(
          rows.map((row) => leadRowText(row, hidden)).join('\n'),
          second ? `${rows.length} rows copied` : 'Row copied!',
        ),
    },
  ]
}
