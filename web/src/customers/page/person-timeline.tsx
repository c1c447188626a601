import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { mayLackOlder } from '@coverdesk/domain/person/newest-entries.ts'
import type { EntryKind, PersonEntry, PersonPage } from '@coverdesk/domain/person/person-contract.ts'
import { Button } from '@mantine/core'
import {
  IconBuildingStore,
  IconCashOff,
  IconFileDescription,
  IconFileText,
  IconFlag,
  IconFlame,
  IconMessage,
  IconNote,
  IconPaperclip,
  IconPencil,
  IconPhone,
  IconShieldHalf,
  IconSignature,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../platform/address/paths.ts'
import { downloadFile } from '../../platform/api/call.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { classNames } from '../../ui/basics/class-names.ts'
import { showInstant } from '../../ui/basics/instant.ts'
import type { Tone } from '../../ui/basics/list-column.ts'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { Timeline, type TimelineEntry } from '../../ui/page/timeline.tsx'
import css from './customer-page.module.css'

/** Label, icon and color of each kind, in the order of the filters. */
const kinds: Readonly<Record<EntryKind, { label: string; Icon: typeof IconFlag; tone: Tone }>> = {
  status: { label: 'Status', Icon: IconFlag, tone: 'blue' },
  note: { label: 'Notes', Icon: IconNote, tone: 'amber' },
  policy: { label: 'Policies', Icon: IconShieldHalf, tone: 'green' },
  unpaid: { label: 'Unpaid', Icon: IconCashOff, tone: 'amber' },
  call: { label: 'Calls', Icon: IconPhone, tone: 'blue' },
  message: { label: 'Messages', Icon: IconMessage, tone: 'blue' },
  lead: { label: 'Leads', Icon: IconFlame, tone: 'blue' },
  offline: { label: 'Offline forms', Icon: IconFileText, tone: 'blue' },
  application: { label: 'Applications', Icon: IconFileDescription, tone: 'blue' },
  consent: { label: 'Consents', Icon: IconSignature, tone: 'green' },
  marketplace: { label: 'Marketplace', Icon: IconBuildingStore, tone: 'blue' },
  change: { label: 'Changes', Icon: IconPencil, tone: 'grey' },
}
const kindNames = Object.keys(kinds).filter((name): name is EntryKind => name in kinds)

/** Link to the record behind an entry. */
function linkOf({ kind, record }: PersonEntry): { label: string; to: string } | undefined {
  if (typeof record === 'string') {
    if (kind === 'marketplace') return { label: 'Open application', to: paths.ownApplication(record) }
    return { label: 'Open application', to: paths.internalApplication(record) }
  }
  if (record === null) return undefined
  if (kind === 'policy' || kind === 'unpaid') return { label: 'Open policy', to: paths.policy(record) }
  if (kind === 'message') return { label: 'Open conversation', to: paths.conversation(record) }
  if (kind === 'lead') return { label: 'Open lead', to: paths.lead(record) }
  if (kind === 'offline') return { label: 'Open application', to: paths.offlineApplication(record) }
  return undefined
}

/** Activity of the person, newest first, limited to the selected kinds. */
export function PersonTimeline({ person }: { person: PersonPage }) {
  const [chosen, setChosen] = useState<ReadonlySet<EntryKind>>(new Set())
  const shown = person.entries.filter(({ kind }) => chosen.size === 0 || chosen.has(kind))
  const tally = (kind: EntryKind) => person.entries.filter((entry) => entry.kind === kind).length
  const cut = kindNames.filter((kind) => mayLackOlder(kind, tally(kind)))
  const press = (kind: EntryKind) => {
    const next = new Set(chosen)
    if (!next.delete(kind)) next.add(kind)
    setChosen(next)
  }
  return (
    <section className={css.history} aria-labelledby="timeline">
      <h2 id="timeline">
        Timeline <span className="figures">{showCount(shown.length)}</span>
      </h2>
      <div className={css.kinds} role="toolbar" aria-label="Show only">
        {kindNames
          .filter((kind) => tally(kind) > 0)
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className={css.kind}
              aria-pressed={chosen.has(kind)}
              onClick={() => press(kind)}
            >
              {kinds[kind].label}
              <span className={classNames(css.tally, 'figures')}>{tally(kind)}</span>
            </button>
          ))}
      </div>
      {shown.length === 0 ? (
        <p className={css.quiet}>No activity of this kind yet.</p>
      ) : (
        <Timeline entries={shown.map(entryOf)} label="Timeline" />
      )}
      {cut.length > 0 ? (
        <p className={css.quiet}>
          The newest of these are shown: {cut.map((kind) => kinds[kind].label).join(', ')}. Their own pages have the
          older ones.
        </p>
      ) : null}
      {chosen.size > 0 ? (
        <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
          Show all
        </Button>
      ) : null}
    </section>
  )
}

function entryOf(entry: PersonEntry): TimelineEntry {
  const { Icon, tone } = kinds[entry.kind]
  return {
    key: `${entry.kind} ${entry.key}`,
    icon: <Icon size={14} stroke={1.75} />,
    tone: entry.state?.tone ?? tone,
    title: entry.title,
    // A date is shown as is; an instant in the agency's time zone.
    date: entry.at.length === 10 ? showDate(entry.at) : showInstant(entry.at),
    ...(entry.by === null ? {} : { by: entry.by }),
    changes: entry.changes.map(({ field, old, new: now }) => ({ field, before: old ?? '-', after: now ?? '-' })),
    text: <Words entry={entry} />,
  }
}

function Words({ entry }: { entry: PersonEntry }) {
  const { state, text, file } = entry
  const link = linkOf(entry)
  return (
    <>
      {state ? <StatusPill tone={state.tone}>{state.word}</StatusPill> : null}
      {text ? <div>{text}</div> : null}
      {link ? (
        <div>
          <Link to={link.to}>{link.label}</Link>
        </div>
      ) : null}
      {file ? <Attachment {...file} /> : null}
    </>
  )
}

function Attachment({ noteId, name }: { noteId: number; name: string }) {
  const save = () =>
    downloadFile(notes.attachment, { noteId }).catch((failure: unknown) => toasts.failure('Error downloading', failure))
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconPaperclip size={14} stroke={1.75} aria-hidden />}
      onClick={() => void save()}
    >
      {name}
    </Button>
  )
}
