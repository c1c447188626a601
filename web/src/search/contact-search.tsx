import { maxHits, minSearchLength, type SearchHit } from '@coverdesk/domain/search/search-contract.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failureMessage } from '../platform/failures/failure-message.ts'
import css from './contact-search.module.css'
import { useRecordSearch } from './record-search.ts'

interface ContactSearchProps {
  typed: string
  onTyped(text: string): void
  onChosen(hit: SearchHit): void
  size: 'sm' | 'md' | 'xl'
  /** A contact is chosen: only the text is shown until it is changed. */
  isDone?: boolean
}

/** Finds a contact by the global search. Enter takes the first one found, and the arrow keys move to the others. */
export function ContactSearch({ typed, onTyped, onChosen, size, isDone = false }: ContactSearchProps) {
  const { groups, busy, error } = useRecordSearch(isDone ? '' : typed)
  const hits = groups.find(({ kind }) => kind === 'contact')?.data ?? []
  const place = useRef<HTMLDivElement>(null)
  // Enter was pressed, maybe before the answer to all that was typed.
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!entered || busy) return
    setEntered(false)
    if (hits[0]) onChosen(hits[0])
  })
  const step = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const by = steps[event.key]
    const stops = [...(place.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])]
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    if (by === undefined || !stops[at + by]) return
    event.preventDefault()
    stops[at + by]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the input and the buttons in it
    <div ref={place} onKeyDown={step}>
      <TextInput
        data-autofocus
        size={size}
        label="Find a contact"
        placeholder="Name, phone, email or birth date"
        value={typed}
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        onChange={(event) => {
          setEntered(false)
          onTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isDone) return
          event.preventDefault()
          setEntered(true)
        }}
      />
      {isDone ? null : (
        <>
          <ul className={css.hits} aria-label="Contacts" aria-busy={busy}>
            {hits.map((hit) => (
              <li key={hit.id}>
                <button type="button" onClick={() => onChosen(hit)}>
                  {hit.title} <span>{hit.detail}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className={css.outcome} role="status">
            {error ? failureMessage(error) : outcomeOf(typed, hits.length, busy)}
          </p>
        </>
      )}
    </div>
  )
}

function outcomeOf(typed: string, found: number, busy: boolean): string {
  if ([...typed.trim()].length < minSearchLength) return ''
  if (found === maxHits) return `The first ${maxHits} are shown. Type more to find others.`
  if (found > 0) return ''
  return busy ? 'Searching…' : `No contacts match "${typed.trim()}".`
}
