import { IconEdit, IconFlag, IconHistory, IconNotes } from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import type { CustomerDialog } from './customer-address.ts'

interface ActionOnOne extends Omit<ListAction, 'onClick'> {
  dialog: CustomerDialog
  icon: NonNullable<ListAction['icon']>
  keys: string
  does: string
}

export const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with exactly one customer (CUST-03); the history is beyond the specification's three. */
export const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', does: 'Edit the selected customer', icon: IconEdit },
  { dialog: 'notes', label: 'Notes', keys: 'm', does: 'Notes of the selected customer', icon: IconNotes },
  { dialog: 'status', label: 'Change Status', keys: 's', does: 'Change the status', icon: IconFlag },
  { dialog: 'history', label: 'History', keys: 'h', does: 'Who changed what', icon: IconHistory },
]

/** Why an action on a customer cannot be done; undefined when one is selected. */
export function refusedWithout(selected: boolean): string | undefined {
  return selected ? undefined : 'Select a customer first'
}

/** What the list offers for the selected customer: the specification's three in the header, the rest in the bar. */
export function customerActions(
  selected: boolean,
  run: (dialog: CustomerDialog) => void,
  onDetails: () => void,
): ListAction[] {
  const refused = refusedWithout(selected)
  const onOne = actionsOnOne.map(({ dialog, ...action }) => ({ ...action, refused, onClick: () => run(dialog) }))
  return [
    ...onOne.slice(0, 3).map((action) => ({ ...action, inHeader: true })),
    { label: 'Details', hint: '↵', onClick: onDetails },
    ...onOne.slice(3).map((action) => ({ ...action, quiet: true })),
  ]
}
