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

/** Removes a user's lost authenticator app after confirmation. */
export function RemoveSecondFactor({ opened, loaded, onRemoved, onClose }: Props) {
  const remove = useSend(users.removeSecondFactor)
  return (
    <ConfirmDialog
      opened={opened && loaded !== undefined}
      title="Remove second factor?"
      text={
        loaded ? (
          <>
            This removes the authenticator app and recovery codes of <strong>{nameOf(loaded.user)}</strong> and signs
            the user out. Verify that the request comes from this user.
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
