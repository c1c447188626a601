import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import '../ui/overlay/overlay-styles.ts'
import { ModalContent, ModalOverlay, ModalRoot, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { logout } from '../access/logout.ts'
import { useHasOutbox } from '../agency/configuration.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { useOutsideLinks } from '../navigation/top-bar/outside-links.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { Highlighted } from '../search/highlighted.tsx'
import { recentRecords } from '../search/recent-records.ts'
import { useRecordSearch } from '../search/record-search.ts'
import { useFocusBack } from '../ui/overlay/focus-back.ts'
import { useEscape } from '../ui/overlay/use-escape.ts'
import css from './command-palette.module.css'
import { commandsFor } from './commands.ts'
import { type Entry, type Part, paletteParts } from './palette-parts.ts'
import { takeTypedAhead } from './type-ahead.ts'

interface PaletteProps {
  opened: boolean
  close: () => void
  user: CurrentUser
  toggleSidebar?: () => void
}

/** Ctrl-K: finds screens and actions by name, and records by name, phone, email or number, all by keyboard. */
export function CommandPalette({ opened, close, ...props }: PaletteProps) {
  const focus = useFocusBack(opened)
  useEscape(opened, close)
  // Starts over if reopened while it fades out.
  const [opening, setOpening] = useState({ opened, round: 0 })
  if (opened !== opening.opened) setOpening({ opened, round: opening.round + (opened ? 1 : 0) })
  return (
    <ModalRoot opened={opened} onClose={close} closeOnEscape={false} size={640} yOffset="12vh" {...focus}>
      <ModalOverlay />
      <ModalContent aria-label="Find or do anything">
        <Finder key={opening.round} close={close} {...props} />
      </ModalContent>
    </ModalRoot>
  )
}

function Finder({ close, user, toggleSidebar }: Omit<PaletteProps, 'opened'>) {
  const list = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  // Enter was pressed; its target may not be found yet.
  const [entered, setEntered] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { parts, busy, error } = useParts(user, text, toggleSidebar)
  const entries = parts.flatMap((part) => part.entries)
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )
  const current = entries[at]
  useLayoutEffect(() => {
    const taken = takeTypedAhead()
    field.current?.focus()
    setText(taken.text)
    setEntered(taken.entered)
  }, [])
  useFocusGuard(field)
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    entry.run()
  }
  // Results of a pending search match the earlier letters only, so the top one is not preselected.
  const isConfirmed = current && (current.isStable || current.id === chosen)
  useEffect(() => {
    if (!entered || (busy && !isConfirmed)) return
    setEntered(false)
    run(current)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') setEntered(true)
    else if (step && entries.length > 0) {
      const next = entries[(at + step + entries.length) % entries.length]
      setChosen(next?.id)
      if (next) document.getElementById(`${list}-${next.id}`)?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        ref={field}
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: css.field }}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        aria-label="Find or do anything"
        placeholder="Find or do anything: a name, phone, birth date, number, screen"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={current ? `${list}-${current.id}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(undefined)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Results" aria-busy={busy} className={css.list}>
        {parts.map((part) => (
          <Section
            key={part.name}
            part={part}
            list={list}
            typed={text}
            current={current?.id}
            onPoint={setChosen}
            onRun={run}
          />
        ))}
      </div>
      <p className={css.none} role="status" data-shown={entries.length === 0 || error !== null || undefined}>
        {error
          ? `Couldn't search records: ${failureMessage(error)}`
          : entries.length > 0
            ? `${entries.length} found`
            : busy
              ? 'Searching…'
              : `No results for "${text}"`}
      </p>
    </>
  )
}

/** Keeps the focus in the palette when a screen finishes loading; a dialog above still takes it. */
function useFocusGuard(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      if (field.current?.closest('[inert]') || !(target instanceof Element) || target.closest('[role="dialog"]')) return
      field.current?.focus()
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [field])
}

/** Results for the typed text: screens and actions, and records found by the server. */
function useParts(user: CurrentUser, text: string, toggleSidebar: (() => void) | undefined) {
  const navigate = useNavigate()
  const outbox = useHasOutbox()
  const goTo = (address: string) => void navigate({ href: address })
  const { groups, busy, error } = useRecordSearch(text)
  const actions = {
    goTo,
    logout: () => void logout(),
    ...(toggleSidebar ? { toggleSidebar } : {}),
    outbox,
    outside: useOutsideLinks(),
  }
  const commands = commandsFor(user, actions, useNavigation())
  const parts = paletteParts({ commands, groups, recent: recentRecords(user.id), text, userId: user.id, goTo })
  return { parts, busy, error }
}

interface SectionProps {
  part: Part
  list: string
  typed: string
  current: string | undefined
  onPoint(id: string): void
  onRun(entry: Entry): void
}

function Section({ part: { name, entries }, list, typed, current, onPoint, onRun }: SectionProps) {
  const heading = `${list}-of-${name.replace(/\W+/g, '-')}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: group of a listbox, for which HTML has no element
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={css.part}>
        {name}
      </div>
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard handling is on the input, which keeps the focus
        <div
          key={entry.id}
          id={`${list}-${entry.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry.id === current}
          className={css.option}
          onMouseMove={() => onPoint(entry.id)}
          onClick={() => onRun(entry)}
        >
          <span className={css.label}>
            <Highlighted text={entry.label} typed={typed} />
          </span>
          {entry.detail ? (
            <span className={css.detail}>
              <Highlighted text={entry.detail} typed={typed} />
            </span>
          ) : null}
          {entry.badge ? <span className={css.badge}>{entry.badge}</span> : null}
        </div>
      ))}
    </div>
  )
}
