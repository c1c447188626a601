import { type UserAccess, userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../../access/current-user.ts'
import { apiQuery, invalidate, useSend } from '../../platform/api/query.ts'
import { failureMessage } from '../../platform/failures/failure-message.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import profileCss from '../../profile/profile.module.css'
import { SessionWords } from '../../profile/session-words.tsx'
import { showInstant } from '../../ui/basics/instant.ts'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { FailedState } from '../../ui/page/failed-state.tsx'
import '../../ui/overlay/overlay-styles.ts'
import { RemoveSecondFactor } from '../edit/remove-second-factor.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { nameOf } from '../user-columns.tsx'
import type { UserDialogProps } from '../user-dialog-props.ts'
import { InvitationPart } from './invitation-part.tsx'
import { methodsInWords } from './methods-in-words.ts'
import css from './user-access.module.css'
import { UserHistory } from './user-history.tsx'

/** How a user signs in and from where, with 'Sign out everywhere'. */
export function UserAccessDialog({ opened, loaded, instead, onClose }: UserDialogProps) {
  const phone = usePhone()
  const title = loaded ? `Access of ${nameOf(loaded.user)}` : 'Access'
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={640} fullScreen={phone} centered>
      {loaded ? <Access loaded={loaded} /> : instead}
    </Dialog>
  )
}

function Access({ loaded }: { loaded: LoadedUser }) {
  const { user } = loaded
  const { data, error, refetch } = useQuery(apiQuery(userAccess.one, { id: user.id }))
  if (error)
    return <FailedState title="Couldn't load the access." why={failureMessage(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <div className={css.parts} role="status" aria-label="Loading the access">
        {[60, 84, 52].map((width) => (
          <SkeletonBar key={width} width={`${width}%`} height={16} />
        ))}
      </div>
    )
  return (
    <div className={css.parts}>
      <DefinitionGrid
        columns={2}
        facts={[
          { label: 'Login', value: user.userName },
          { label: 'Last sign-in', value: data.lastSignIn ? showInstant(data.lastSignIn) : 'Never' },
          { label: 'Second factor', value: <SecondFactor loaded={loaded} methods={data.methods} /> },
          {
            label: 'Recovery codes left',
            value: data.methods.includes('authenticator') ? data.recoveryCodes : null,
          },
        ]}
      />
      <InvitationPart user={user} invitation={data.invitation} />
      <Sessions user={user} sessions={data.sessions} />
      <UserHistory id={user.id} />
    </div>
  )
}

/** The methods; an app that was lost with its phone is removed here. */
function SecondFactor({ loaded, methods }: { loaded: LoadedUser; methods: UserAccess['methods'] }) {
  const own = useCurrentUser()?.id === loaded.user.id
  const [asking, setAsking] = useState(false)
  const inWords = methodsInWords(methods) ?? 'Off: the password is enough'
  if (own || !methods.includes('authenticator')) return inWords
  return (
    <>
      {inWords}{' '}
      <Button size="xs" onClick={() => setAsking(true)}>
        Remove second factor
      </Button>
      <RemoveSecondFactor
        opened={asking}
        loaded={loaded}
        onRemoved={() => {
          setAsking(false)
          void invalidate(userAccess.one, userAccess.history, users.list)
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Sessions({ user, sessions }: { user: LoadedUser['user']; sessions: UserAccess['sessions'] }) {
  const own = useCurrentUser()?.id === user.id
  const size = usePhone() ? 'xl' : 'sm'
  const [asking, setAsking] = useState(false)
  const signOut = useSend(userAccess.signOut, { refreshes: [userAccess.one, userAccess.history, users.list] })
  const ending = sessions.filter(({ current }) => !current).length
  return (
    <section className={css.part} aria-label="Open sessions">
      <h3>Open sessions</h3>
      {sessions.length === 0 ? (
        <p className={css.none}>Not signed in anywhere.</p>
      ) : (
        <ul className={profileCss.sessions} aria-label="Open sessions">
          {sessions.map((session) => (
            <li key={session.id} className={profileCss.session}>
              <SessionWords session={session} />
            </li>
          ))}
        </ul>
      )}
      {ending > 0 ? (
        <div>
          <Button size={size} c="var(--red-text)" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={`Sign ${own ? 'yourself' : nameOf(user)} out everywhere?`}
        text={
          <>
            {ending === 1 ? '1 session ends' : `${ending} sessions end`} at once, on every device. Unsaved input there
            is lost. {own ? 'This session continues.' : 'The user can sign in again.'}
          </>
        }
        yes="Sign out everywhere"
        no="Cancel"
        danger
        onYes={async () => {
          await signOut.mutateAsync({ id: user.id })
          setAsking(false)
          toasts.success('Signed out everywhere')
        }}
        onNo={() => setAsking(false)}
      />
    </section>
  )
}
