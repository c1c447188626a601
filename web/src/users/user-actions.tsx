import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconKey, IconLink, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import type { SelectionAction } from '../ui/selection-bar.tsx'
import type { UserDialog } from './user-address.ts'

interface ActionOnOne {
  dialog: UserDialog
  label: string
  /** The key of the screen that does it. */
  keys: string
  does: string
  icon: ReactNode
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with exactly one user (USER-03, USER-04). */
export const actionsOnOne: readonly ActionOnOne[] = [
  { dialog: 'edit', label: 'Edit', keys: 'e', does: 'Edit the selected user', icon: <IconEdit {...icon} /> },
  { dialog: 'password', label: 'Reset Pass', keys: 'p', does: 'Reset the password', icon: <IconKey {...icon} /> },
  { dialog: 'link', label: 'Link', keys: 'l', does: 'Link to a contact', icon: <IconLink {...icon} /> },
  { dialog: 'visibility', label: 'Visibility', keys: 'v', does: 'Set what the user sees', icon: <IconEye {...icon} /> },
]

/** Why an action on one user cannot be done with so many selected; undefined when it can. */
export function refusedWith(count: number): string | undefined {
  if (count === 1) return undefined
  return count === 0 ? 'Select one user first' : 'Only one user at a time'
}

interface UserButtonsProps {
  /** How many users are selected. */
  count: number
  /** Opens a dialog for the selected user, or the one for a new user. */
  onDo(dialog: UserDialog): void
  phone: boolean
}

/** The buttons of the screen. On a phone those for one user are in the bar of the selected rows. */
export function UserButtons({ count, onDo, phone }: UserButtonsProps) {
  const refused = refusedWith(count)
  return (
    <>
      {phone
        ? null
        : actionsOnOne.map(({ dialog, label, icon }) => (
            <ActionButton key={dialog} icon={icon} refused={refused} onClick={() => onDo(dialog)}>
              {label}
            </ActionButton>
          ))}
      <Button
        size={phone ? 'xl' : 'sm'}
        variant="filled"
        leftSection={<IconPlus {...icon} />}
        onClick={() => onDo('new')}
      >
        New
      </Button>
    </>
  )
}

/** The same for the bar of the selected rows. */
export function selectionActions(count: number, onDo: (dialog: UserDialog) => void): SelectionAction[] {
  return actionsOnOne.map(({ dialog, label, icon }) => ({
    label,
    icon,
    refused: refusedWith(count),
    onClick: () => onDo(dialog),
  }))
}
