import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useMemo } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { TemporaryPassword } from './temporary-password.tsx'
import { useInstallation } from './user-choices.ts'
import { nameOf } from './user-columns.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'
import { resetFormSchema } from './user-fields.ts'
import css from './users.module.css'

/** Sets a temporary password (USER-13). */
export function ResetPassDialog({ opened, loaded, instead, onClose }: UserDialogProps) {
  const { policy } = useInstallation()
  const own = useCurrentUser()?.id === loaded?.user.id
  const schema = useMemo(() => resetFormSchema(policy), [policy])
  const reset = useSend(passwords.resetByAdmin, { refreshes: [users.list] })
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Reset Pass"
      placeholder={loaded && own ? <OwnPassword /> : instead}
      schema={schema}
      values={{ pass: '', pass_confirm: '' }}
      submit="Reset password"
      onSubmit={async ({ pass, pass_confirm }) => {
        if (!loaded) return
        try {
          await reset.mutateAsync({ id: loaded.user.id, pass, pass_confirm })
          toasts.success('User password reset!')
          onClose()
        } catch (failure) {
          toasts.failure('Error resetting password!', failure)
          throw failure
        }
      }}
    >
      {loaded ? (
        <p className={css.about}>
          A new password for <strong>{nameOf(loaded.user)}</strong>, who logs in as {loaded.user.userName}. This signs
          the user out.
        </p>
      ) : null}
      <TemporaryPassword />
    </FormModal>
  )
}

function OwnPassword() {
  return (
    <EmptyState
      title="This is your own user."
      why="Change your password in My Account, where you enter the current one."
    />
  )
}
