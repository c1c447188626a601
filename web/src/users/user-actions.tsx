import { IconEdit, IconEye, IconKey, IconLink, IconShieldLock } from '@tabler/icons-react'
import type { ListAction } from '../lists/list-action.ts'
import type { UserDialog } from './user-address.ts'

interface ActionOnOne extends Omit<ListAction, 'onClick'> {
  dialog: UserDialog
}

/** Actions on one user (USER-03, USER-04). */
const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', description: 'Edit the selected user', icon: IconEdit },
  { dialog: 'password', label: 'Reset Pass', keys: 'p', description: 'Reset the password', icon: IconKey },
  { dialog: 'link', label: 'Link', keys: 'l', description: 'Link to a contact', icon: IconLink },
  { dialog: 'visibility', label: 'Visibility', keys: 'v', description: 'Set what the user sees', icon: IconEye },
  {
    dialog: 'access',
    label: 'Access',
    keys: 'a',
    description: 'Show sign-ins, second factor and sessions',
    icon: IconShieldLock,
  },
]

/** Reason why single-user actions are disabled; undefined if enabled. */
export function refusedWith(count: number): string | undefined {
  if (count === 1) return undefined
  return count === 0 ? 'Select one user first' : 'Only one user at a time'
}

/** Buttons for one user; `run` opens the dialog, or shows why it can't. */
export function userActions(count: number, run: (dialog: UserDialog) => void): ListAction[] {
  const refused = refusedWith(count)
  return actionsOnOne.map(({ dialog, ...action }) => ({
    ...action,
    // The header has room for those of the specification; the bar of the selection shows the other.
    inHeader: dialog !== 'access',
    refused,
    onClick: () => run(dialog),
  }))
}
