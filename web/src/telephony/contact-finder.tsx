import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { SearchHit } from '@coverdesk/domain/search/search-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { ContactSearch } from '../search/contact-search.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import css from './phone-pad.module.css'

/** Phone number of a contact, ten digits. */
export interface FoundNumber {
  id: number
  phone: string
}

interface ContactFinderProps {
  onFound(found: FoundNumber): void
}

/** Finds a contact by the global search and offers each of its numbers. */
export function ContactFinder({ onFound }: ContactFinderProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<SearchHit | null>(null)
  return (
    <div>
      <ContactSearch
        size={usePhone() ? 'xl' : 'md'}
        typed={typed}
        onTyped={(text) => {
          setChosen(null)
          setTyped(text)
        }}
        onChosen={(hit) => {
          setChosen(hit)
          setTyped(hit.title)
        }}
        isDone={chosen !== null}
      />
      {chosen ? <Numbers id={chosen.id} onFound={onFound} /> : null}
    </div>
  )
}

function Numbers({ id, onFound }: { id: number } & ContactFinderProps) {
  const { data, failureReason } = useQuery(apiQuery(contacts.details, { id }))
  if (failureReason) return <p className={css.quiet}>{failureMessage(failureReason)}</p>
  const phones = data?.contacts.phones ?? []
  if (data && phones.length === 0) return <p className={css.quiet}>This contact has no phone number.</p>
  return (
    <ul className={css.hits} aria-label="Numbers">
      {phones.map(({ phone, purposes }) => (
        <li key={phone}>
          <button type="button" onClick={() => onFound({ id, phone })}>
            {showPhone(phone)} <span>{purposes.join(', ')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
