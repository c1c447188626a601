import { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { type UserAccess, userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showInstant } from '../../ui/basics/instant.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { nameOf } from '../user-columns.tsx'
import css from './user-access.module.css'

interface Props {
  user: LoadedUser['user']
  invitation: UserAccess['invitation']
}

/** State of the invitation of a user without a password of their own, with its actions. */
export function InvitationPart({ user, invitation }: Props) {
  const size = usePhone() ? 'xl' : 'sm'
  const [asking, setAsking] = useState(false)
  const options = { refreshes: [userAccess.one, userAccess.history, users.one, users.list] }
  const send = useSend(invitations.send, options)
  const revoke = useSend(invitations.revoke, options)
  if (invitation === null && user.temporaryUntil === null) return null
  return (
    <section className={css.part} aria-label="Invitation">
      <h3>Invitation</h3>
      <p className={css.none}>{stateOf(invitation)}</p>
      <div className={css.buttons}>
        <Button
          size={size}
          loading={send.isPending}
          onClick={() =>
            send.mutate(
              { id: user.id },
              {
                onSuccess: () => toasts.success(`Invitation sent to ${user.email}`),
                onError: (failure) => toasts.failure("Couldn't send the invitation:", failure),
              },
            )
          }
        >
          {invitation === null ? 'Send an invitation' : 'Send again'}
        </Button>
        {invitation?.state === 'sent' ? (
          <Button size={size} c="var(--red-text)" onClick={() => setAsking(true)}>
            Revoke invitation
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={asking}
        title="Revoke the invitation?"
        text={`The link that ${nameOf(user)} got stops working. You can send another one later.`}
        yes="Revoke invitation"
        no="Keep it"
        danger
        onYes={async () => {
          await revoke.mutateAsync({ id: user.id })
          setAsking(false)
          toasts.success('Invitation revoked')
        }}
        onNo={() => setAsking(false)}
      />
    </section>
  )
}

function stateOf(invitation: UserAccess['invitation']): string {
  if (invitation === null) return 'The user has a temporary password. An invitation replaces it.'
  const { state, sentAt, expiresAt } = invitation
  if (state === 'revoked') return `Sent ${showInstant(sentAt)}, then revoked. The user can't log in.`
  if (state === 'expired') return `Expired ${showInstant(expiresAt)}. The user can't log in.`
  return `Sent ${showInstant(sentAt)}. The link works until ${showInstant(expiresAt)}.`
}
