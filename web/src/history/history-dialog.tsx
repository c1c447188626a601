import type { RecordChange, StatusEntry } from '@coverdesk/domain/history/history-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Timeline } from '../ui/page/timeline.tsx'
import css from './history.module.css'
import { changeEntries, type DatedEntry, newestFirst, statusEntries } from './history-entries.tsx'

interface HistoryDialogProps {
  opened: boolean
  onClose(): void
  /** Name of the record: 'Ana Vega'. */
  name: string
  /** Undefined while loading; members that a kind of record lacks are omitted. */
  history:
    | { statuses?: readonly StatusEntry[]; changes?: readonly RecordChange[]; more?: readonly DatedEntry[] }
    | undefined
  /** Set if loading failed. */
  failed?: { why: string; retry(): void } | undefined
  toneOf?: (statusId: number) => Tone
  /** Shows the end date of each status. */
  ends?: boolean
  /** Text of the empty history, if the specification fixes one. */
  emptyTitle?: string
}

/** History of a record: statuses, field changes and kind-specific entries (`more`), newest first. */
export function HistoryDialog({
  opened,
  onClose,
  name,
  history,
  failed,
  toneOf,
  ends,
  emptyTitle,
}: HistoryDialogProps) {
  const phone = usePhone()
  return (
    <Dialog opened={opened} onClose={onClose} title={`History of ${name}`} size={560} fullScreen={phone} centered>
      {history ? (
        <Entries history={history} toneOf={toneOf} ends={ends} emptyTitle={emptyTitle} />
      ) : failed ? (
        <FailedState title="Couldn't load the history." why={failed.why} retry={failed.retry} />
      ) : (
        <div className={css.skeleton} role="status" aria-label="Loading the history">
          {[60, 84, 52].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={16} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

function Entries({
  history: { statuses = [], changes = [], more = [] },
  toneOf,
  ends,
  emptyTitle = 'No history yet',
}: {
  history: NonNullable<HistoryDialogProps['history']>
  toneOf: ((statusId: number) => Tone) | undefined
  ends: boolean | undefined
  emptyTitle: string | undefined
}) {
  const entries = newestFirst([...statusEntries(statuses, toneOf, ends), ...changeEntries(changes), ...more])
  if (entries.length === 0) return <EmptyState title={emptyTitle} why="No changes yet." />
  return <Timeline entries={entries} />
}
