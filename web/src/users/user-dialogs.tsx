import { lazy, Suspense } from 'react'
import { useOpening } from '../platform/address/address-dialog.ts'
import { EditUserDialog } from './edit/edit-user-dialog.tsx'
import { LinkContactDialog } from './link-contact-dialog.tsx'
import { useLoadedUser } from './loaded-user.tsx'
import { RegisterDialog } from './register/register-dialog.tsx'
import { ResetPassDialog } from './reset-pass-dialog.tsx'
import type { UserAddress, UserDialog } from './user-address.ts'
import type { UserDialogProps } from './user-dialog-props.ts'
import { VisibilityDialog } from './visibility/visibility-dialog.tsx'

const UserAccessDialog = lazy(() =>
  import('./access/user-access-dialog.tsx').then((module) => ({ default: module.UserAccessDialog })),
)

interface Props {
  address: UserAddress
  /** Switches to another dialog for a user. */
  onShow(dialog: UserDialog, user: number): void
  onClose(): void
  onRegistered(id: number): void
}

/** Dialogs of the screen, opened by the URL. All stay mounted, so that focus returns to the trigger. */
export function UserDialogs({ address, onShow, onClose, onRegistered }: Props) {
  const opening = useOpening(address.dialog, address.user)
  const { loaded, instead, reload } = useLoadedUser(opening)
  const about = (dialog: UserDialog): UserDialogProps => ({
    opened: opening.opened && opening.dialog === dialog,
    loaded,
    instead,
    onClose,
  })
  return (
    <>
      <RegisterDialog
        opened={opening.opened && opening.dialog === 'new'}
        onClose={onClose}
        onRegistered={onRegistered}
      />
      <EditUserDialog {...about('edit')} onReload={reload} />
      <ResetPassDialog {...about('password')} />
      <LinkContactDialog {...about('link')} />
      <Suspense>
        <UserAccessDialog {...about('access')} />
      </Suspense>
      <VisibilityDialog
        {...about('visibility')}
        onReload={reload}
        onLink={() => address.user !== undefined && onShow('link', address.user)}
      />
    </>
  )
}
