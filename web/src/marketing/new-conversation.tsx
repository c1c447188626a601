import { useState } from 'react'
import { ContactSearch } from '../search/contact-search.tsx'
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
  return (
    <div className={css.finder}>
      <ContactSearch
        typed={typed}
        onTyped={setTyped}
        onChosen={({ id }) => onChosen(id)}
        size={usePhone() ? 'xl' : 'sm'}
      />
    </div>
  )
}
