import { IconEdit, IconFlag, IconHistory, IconNotes, IconUserPlus } from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import type { CustomerDialog } from './customer-address.ts'

interface ActionOnOne extends Omit<ListAction, 'onClick'> {
  dialog: CustomerDialog
  icon: NonNullable<ListAction['icon']>
  keys: string
  description: string
}

export const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** Actions on one customer (CUST-03); History is an addition to the specification. */
export const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', description: 'Edit the selected customer', icon: IconEdit },
  { dialog: 'notes', label: 'Notes', keys: 'm', description: 'Notes of the selected customer', icon: IconNotes },
  { dialog: 'status', label: 'Change Status', keys: 's', description: 'Change the status', icon: IconFlag },
  { dialog: 'history', label: 'History', keys: 'h', description: 'Show change history', icon: IconHistory },
]

/** Reason why single-customer actions are disabled; undefined if enabled. */
export function refusedWith(count: number): string | undefined {
  if (count === 1) return undefined
  return count === 0 ? 'Select a customer first' : 'One customer at a time'
}

interface Actions {
  /** Number of selected customers. */
  count: number
  /** Opens a dialog for the selected customer, or shows why it can't. */
  run(dialog: CustomerDialog): void
  onDetails(): void
  /** Assigns the selected customers; undefined if the user can't choose agents. */
  onAssign: (() => void) | undefined
  /** Sets the status of several customers. */
  onStatuses(): void
}

/** Actions on the selected customers: the specification's three in the header, the rest in the bar. */
export function customerActions({ count, run, onDetails, onAssign, onStatuses }: Actions): ListAction[] {
  const refused = refusedWith(count)
  const onOne = actionsOnOne.map(({ dialog, ...action }): ListAction => {
    if (dialog === 'status' && count > 1) return { ...action, ofEverything: true, onClick: onStatuses }
    return { ...action, refused, onClick: () => run(dialog) }
  })
  return [
    ...onOne.slice(0, 3).map((action) => ({ ...action, inHeader: true })),
    { label: 'Details', hint: '↵', refused, onClick: onDetails },
    ...(onAssign ? [{ label: 'Assign', icon: IconUserPlus, ofEverything: true, onClick: onAssign }] : []),
    ...onOne.slice(3).map((action) => ({ ...action, quiet: true })),
  ]
}
