import { IconEdit, IconEye, IconKey, IconLink } from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import type { UserDialog } from './user-address.ts'

interface ActionOnOne extends Omit<ListAction, 'onClick'> {
  dialog: UserDialog
}

/** What can be done with exactly one user (USER-03, USER-04). */
const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', description: 'Edit the selected user', icon: IconEdit },
  { dialog: 'password', label: 'Reset Pass', keys: 'p', description: 'Reset the password', icon: IconKey },
  { dialog: 'link', label: 'Link', keys: 'l', description: 'Link to a contact', icon: IconLink },
  { dialog: 'visibility', label: 'Visibility', keys: 'v', description: 'Set what the user sees', icon: IconEye },
]

/** Why an action on one user cannot be done with so many selected; undefined when it can. */
export function refusedWith(count: number): string | undefined {
  if (count === 1) return undefined
  return count === 0 ? 'Select one user first' : 'Only one user at a time'
}

/** The buttons for one user; `run` opens the dialog for the selected one, or says that none or too many are. */
export function userActions(count: number, run: (dialog: UserDialog) => void): ListAction[] {
  const refused = refusedWith(count)
  return actionsOnOne.map(({ dialog, ...action }) => ({
    ...action,
    inHeader: true,
    refused,
    onClick: () => run(dialog),
  }))
}
