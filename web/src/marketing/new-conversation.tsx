import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useRecordSearch } from '../search/record-search.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import '../ui/overlay/overlay-styles.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './marketing.module.css'

interface NewConversationProps {
  opened: boolean
  onClose(): void
  onChosen(contactId: number): void
}

/** Chooses a contact to write to, by the global search. */
export function NewConversation({ opened, onClose, onChosen }: NewConversationProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="New conversation" size={480} fullScreen={usePhone()}>
      <Finder onChosen={onChosen} />
    </Dialog>
  )
}

function Finder({ onChosen }: Pick<NewConversationProps, 'onChosen'>) {
  const [typed, setTyped] = useState('')
  const { groups, busy, error } = useRecordSearch(typed)
  const hits = groups.find(({ kind }) => kind === 'contact')?.data ?? []
  return (
    <>
      <TextInput
        data-autofocus
        label="Find a contact"
        value={typed}
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={css.hits} aria-label="Contacts" aria-busy={busy}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <button type="button" onClick={() => onChosen(hit.id)}>
              {hit.title} <span>{hit.detail}</span>
            </button>
          </li>
        ))}
      </ul>
      {error ? <p className={css.quiet}>{failureMessage(error)}</p> : null}
    </>
  )
}
