import type { RecordChange, StatusEntry } from '@coverdesk/domain/history/history-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { TimeLine } from '../ui/page/time-line.tsx'
import css from './history.module.css'
import { changeEntries, type DatedEntry, newestFirst, statusEntries } from './history-entries.tsx'

interface HistoryDialogProps {
  opened: boolean
  onClose(): void
  /** Whose history it is: 'Ana Vega'. */
  name: string
  /** Undefined while it is on its way; a kind of record without one leaves that member out. */
  history:
    | { statuses?: readonly StatusEntry[]; changes?: readonly RecordChange[]; more?: readonly DatedEntry[] }
    | undefined
  /** Set when it could not be loaded. */
  failed?: { why: string; retry(): void } | undefined
  toneOf?: (statusId: number) => Tone
  /** Each status says until when it held. */
  ends?: boolean
  /** The specification's sentence where there is nothing, such as 'No status yet'. */
  nothing?: string
}

/** Who changed what of a record and when: its statuses, its fields, and what else a kind has (`more`), newest first. */
export function HistoryDialog({ opened, onClose, name, history, failed, toneOf, ends, nothing }: HistoryDialogProps) {
  const phone = usePhone()
  return (
    <Dialog opened={opened} onClose={onClose} title={`History of ${name}`} size={560} fullScreen={phone} centered>
      {history ? (
        <Entries history={history} toneOf={toneOf} ends={ends} nothing={nothing} />
      ) : failed ? (
        <FailedState title="Couldn't load the history." why={failed.why} retry={failed.retry} />
      ) : (
        <div className={css.bones} role="status" aria-label="Loading the history">
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
  nothing = 'No history yet',
}: {
  history: NonNullable<HistoryDialogProps['history']>
  toneOf: ((statusId: number) => Tone) | undefined
  ends: boolean | undefined
  nothing: string | undefined
}) {
  const entries = newestFirst([...statusEntries(statuses, toneOf, ends), ...changeEntries(changes), ...more])
  if (entries.length === 0) return <EmptyState title={nothing} why="No changes yet." />
  return <TimeLine entries={entries} />
}
