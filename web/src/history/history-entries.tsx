import type { RecordChange, StatusEntry } from '@coverdesk/domain/history/history-contract.ts'
import { IconFlag, IconPencil, IconPlus } from '@tabler/icons-react'
import { showInstant } from '../ui/basics/instant.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import type { TimelineEntry } from '../ui/page/timeline.tsx'

/** Timeline entry with its instant, for merging sources. */
export interface DatedEntry extends TimelineEntry {
  at: string
}

/** Status history as timeline entries, each with the previous status. */
export function statusEntries(
  history: readonly StatusEntry[],
  toneOf: (statusId: number) => Tone = () => 'grey',
  /** Shows the end date of an entry. */
  ends = false,
): DatedEntry[] {
  return history.map((entry, index) => {
    const before = history[index - 1]
    const named = entry.status ?? 'No status'
    return {
      key: `status ${entry.createdDate} ${index}`,
      at: entry.createdDate,
      date: showInstant(entry.createdDate),
      icon: <IconFlag size={14} stroke={1.75} />,
      tone: entry.statusId === null ? 'grey' : toneOf(entry.statusId),
      title: before ? 'Status changed' : `Status ${named}`,
      by: ends && entry.endDate ? `${entry.createdBy}, until ${showInstant(entry.endDate)}` : entry.createdBy,
      ...(before ? { change: { before: before.status ?? 'No status', after: named } } : {}),
      ...(entry.comment === '' ? {} : { text: entry.comment }),
    }
  })
}

/** Field changes as timeline entries. */
export function changeEntries(history: readonly RecordChange[]): DatedEntry[] {
  return history.map((change) => {
    const isCreation = change.action === 'Created'
    return {
      key: `version ${change.version}`,
      at: change.at,
      date: showInstant(change.at),
      icon: isCreation ? <IconPlus size={14} stroke={1.75} /> : <IconPencil size={14} stroke={1.75} />,
      tone: isCreation ? 'green' : 'grey',
      title: change.action,
      by: change.by,
      changes: isCreation
        ? []
        : change.changes.map(({ field, old, new: now }) => ({ field, before: old ?? '-', after: now ?? '-' })),
    }
  })
}

/** Newest first; at the same instant, later entries come first. */
export function newestFirst<Entry extends DatedEntry>(entries: readonly Entry[]): Entry[] {
  return entries.toReversed().toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
