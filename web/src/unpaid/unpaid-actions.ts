import type { UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { IconChecks, IconHistory, IconNotes, IconReplace, IconUserShare } from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import type { UnpaidDialog } from './unpaid-dialogs.tsx'

const oneOnly = 'Select exactly one policy'
const resolved = 'Already resolved'

interface Doing {
  /** Number of selected policies. */
  count: number
  /** Whether the user can assign policies to agents. */
  assigns: boolean
  phone: boolean
  open(dialog: UnpaidDialog): void
  assign(): void
  markAll(): void
}

/** Actions on the selected policies, each with the reason if it is unavailable (UNPAID-07, A-060). */
export function unpaidActions(
  rows: readonly UnpaidRow[],
  { count, assigns, phone, open, assign: ask, markAll }: Doing,
): ListAction[] {
  const [first, second] = rows
  const refused = second ? oneOnly : undefined
  const openFor = (dialog: 'notes' | 'status' | 'history') => () => {
    if (first && !second) open({ dialog, id: first.id })
  }
  const notes = { label: 'Notes', icon: IconNotes, refused, onClick: openFor('notes') }
  const left = rows.some(({ leftWhy }) => leftWhy !== null) ? resolved : undefined
  const status = { label: 'Change Status', icon: IconReplace, refused: refused ?? left, onClick: openFor('status') }
  const history = { label: 'History', icon: IconHistory, refused, onClick: openFor('history') }
  const assign = {
    label: `Assign ${count.toLocaleString('en-US')}`,
    icon: IconUserShare,
    primary: true,
    ofEverything: true,
    refused: assigns ? left : 'You need the permission admin.Policy',
    onClick: ask,
  }
  if (!phone) return [notes, status, history, assign]
  return [assign, status, notes, history, { label: 'Mark All', icon: IconChecks, onClick: markAll }]
}
