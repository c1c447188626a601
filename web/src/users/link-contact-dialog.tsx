import { type ContactItem, users } from '@coverdesk/domain/users/user-contract.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { apiQuery, queryClient, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { failureAtField } from '../ui/form/failure-at-field.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import type { LoadedUser } from './loaded-user.tsx'
import { nameOf } from './user-columns.tsx'
import type { UserDialogProps } from './user-dialog-props.ts'
import css from './users.module.css'
import { waitsForSecond } from './waits-for-second.ts'

const LinkForm = z.object({ contactId: z.string().min(1, 'Contact is required').transform(Number) })
type LinkForm = z.input<typeof LinkForm>

/** Links a user to a contact, whose name and agent the user gets (USER-15). */
export function LinkContactDialog({ opened, loaded, instead, onClose }: UserDialogProps) {
  const link = useSend(users.link, { refreshes: [users.list] })
  const [found, setFound] = useState<ReadonlyMap<string, ContactItem>>(new Map())
  const search = async (q: string): Promise<readonly Choice[]> => {
    const contacts = await queryClient.fetchQuery(apiQuery(users.contacts, { q }))
    setFound((before) => new Map([...before, ...contacts.map((contact) => [String(contact.id), contact] as const)]))
    return contacts.map((contact) => ({ value: String(contact.id), label: contactInWords(contact) }))
  }
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title="Link to contact"
      placeholder={instead}
      schema={LinkForm}
      values={{ contactId: '' }}
      submit="Link user"
      onSubmit={async ({ contactId }) => {
        if (!loaded) return
        try {
          const { waiting } = await link.mutateAsync({ id: loaded.user.id, contactId })
          if (waiting) toasts.warning(waitsForSecond)
          else toasts.success('User linked successfully')
          onClose()
        } catch (failure) {
          toasts.failure('User not linked.', failure)
          throw failureAtField(failure, 'user.contact_taken', 'contactId')
        }
      }}
    >
      {loaded ? (
        <p className={css.about}>
          <strong>{nameOf(loaded.user)}</strong>, who logs in as {loaded.user.userName}, is{' '}
          {loaded.user.contactId === null ? (
            'not linked to a contact yet.'
          ) : (
            <>
              linked to <strong>{loaded.user.contactName}</strong>
              {loaded.user.agentName ? `, an agent${npnOf(loaded)}` : ''}.
            </>
          )}
        </p>
      ) : null}
      <SelectField<LinkForm> name="contactId" label="Contact" placeholder="Name or email" source={{ search }} />
      <ChosenContact found={found} />
    </FormModal>
  )
}

/** Current link of the chosen contact, or the effect of linking it. */
function ChosenContact({ found }: { found: ReadonlyMap<string, ContactItem> }) {
  const contactId = useWatch<LinkForm, 'contactId'>({ name: 'contactId' })
  const contact = found.get(contactId)
  if (!contact) return null
  if (contact.takenBy)
    return (
      <NoticeLine tone="amber">
        This contact is linked to the user <strong>{contact.takenBy}</strong>. A contact can be linked to one user only.
      </NoticeLine>
    )
  return (
    <NoticeLine tone="blue">
      {contact.agentId === null
        ? "This contact isn't an agent, so the user gets no records of their own."
        : "This contact is an agent. The user gets that agent's records."}{' '}
      The user is logged out.
    </NoticeLine>
  )
}

function npnOf({ user }: LoadedUser): string {
  return user.agentNpn ? ` with NPN ${user.agentNpn}` : ''
}

/** 'Jane Roe, jane@example.com', with the linked user if any. */
function contactInWords({ name, email, takenBy }: ContactItem): string {
  const who = [name, email].filter(Boolean).join(', ')
  return takenBy ? `${who} (linked to ${takenBy})` : who
}
