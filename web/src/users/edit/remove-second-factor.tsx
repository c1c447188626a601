import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { nameOf } from '../user-columns.tsx'
import { waitsForSecond } from '../waits-for-second.ts'

interface Props {
  opened: boolean
  loaded: LoadedUser | undefined
  onRemoved(): void
  onClose(): void
}

/** Asks whether a lost authenticator app is to be taken off a user, and does it. */
export function RemoveSecondFactor({ opened, loaded, onRemoved, onClose }: Props) {
  const remove = useSend(users.removeSecondFactor)
  return (
    <ConfirmDialog
      opened={opened && loaded !== undefined}
      title="Remove second factor?"
      text={
        loaded ? (
          <>
            The authenticator app and the recovery codes of <strong>{nameOf(loaded.user)}</strong> are taken off, and
            the person is logged out. Make sure that it is really this person who asks for it.
          </>
        ) : null
      }
      yes="Remove second factor"
      no="Keep it"
      danger
      onYes={async () => {
        if (!loaded) return
        const { waiting } = await remove.mutateAsync({ id: loaded.user.id })
        if (waiting) toasts.warning(waitsForSecond)
        else toasts.success('Second factor removed')
        onRemoved()
      }}
      onNo={onClose}
    />
  )
}
