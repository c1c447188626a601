import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import type { LoadedUser } from '../loaded-user.tsx'

/** Read-only facts of the user. */
export function UserFacts({ user, own, onRemove }: { user: LoadedUser['user']; own: boolean; onRemove(): void }) {
  return (
    <DefinitionGrid
      columns={2}
      facts={[
        { label: 'Login', value: user.userName, wide: true },
        { label: 'Contact', value: contactOf(user), wide: true },
        { label: 'Second factor', value: secondFactorOf(user, own ? undefined : onRemove) },
        { label: 'Created', value: showDate(todayIn(new Date(user.createdDate))) },
        ...(user.temporaryUntil
          ? [{ label: 'Password', value: `Temporary, until ${showInstant(user.temporaryUntil)}`, wide: true }]
          : []),
      ]}
    />
  )
}

function contactOf({ contactId, contactName, agentName, agentNpn }: LoadedUser['user']): string {
  if (contactId === null) return 'No contact linked'
  if (!agentName) return contactName ?? ''
  return `${contactName}, agent${agentNpn ? ` with NPN ${agentNpn}` : ''}`
}

function secondFactorOf({ secondFactor }: LoadedUser['user'], onRemove: (() => void) | undefined): ReactNode {
  if (!secondFactor) return 'No authenticator app'
  if (!onRemove) return 'Authenticator app. Remove your own in My Account'
  return (
    <>
      Authenticator app{' '}
      <Button size="xs" onClick={onRemove}>
        Remove second factor
      </Button>
    </>
  )
}

const instants = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function showInstant(instant: string): string {
  return instants.format(new Date(instant))
}
