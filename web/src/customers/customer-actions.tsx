import { IconArrowRight, IconEdit, IconFlag, IconHistory, IconNotes } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CustomerDialog } from './customer-address.ts'

interface ActionOnOne {
  dialog: CustomerDialog
  label: string
  /** The key of the screen that does it. */
  keys: string
  does: string
  icon: ReactNode
}

export const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with exactly one customer (CUST-03); the history is beyond the specification's three. */
export const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', does: 'Edit the selected customer', icon: <IconEdit {...icon} /> },
  { dialog: 'notes', label: 'Notes', keys: 'm', does: 'Notes of the selected customer', icon: <IconNotes {...icon} /> },
  { dialog: 'status', label: 'Change Status', keys: 's', does: 'Change the status', icon: <IconFlag {...icon} /> },
  { dialog: 'history', label: 'History', keys: 'h', does: 'Who changed what', icon: <IconHistory {...icon} /> },
]

export const detailsIcon = <IconArrowRight {...icon} />

/** Why an action on a customer cannot be done; undefined when one is selected. */
export function refusedWithout(selected: boolean): string | undefined {
  return selected ? undefined : 'Select a customer first'
}
