import {
  confidenceWords,
  type EnrollmentWindowRow,
  enrollmentWindows,
} from '@coverdesk/domain/enrollment-windows/enrollment-window-contract.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ShortSelect } from '../ui/choices/short-select.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ChangeWindowDialog } from './change-window-dialog.tsx'
import css from './enrollment-windows.module.css'

const thisYear = Number(todayIn(new Date()).slice(0, 4))
const years = [thisYear + 2, thisYear + 1, thisYear].map((year) => ({ value: String(year), label: String(year) }))

/** /portal/manage/enrollment-windows: open enrollment of each exchange by plan year, changed with a reason. */
export function EnrollmentWindowsPage() {
  const [year, setYear] = useState(String(thisYear + 1))
  const planYear = Number(year)
  const { data, error, refetch } = useQuery(apiQuery(enrollmentWindows.list, { planYear }))
  const [changing, setChanging] = useState<EnrollmentWindowRow>()
  const [historyOf, setHistoryOf] = useState<EnrollmentWindowRow>()
  return (
    <>
      <PageHeader title="Enrollment Windows" />
      <div className={css.page}>
        <p className={css.about}>
          Open enrollment decides which plan year applications and plans are for, and when coverage begins. A year is
          offered from its first day on. What is not known here is said so to agents and clients, and never guessed.
        </p>
        <div className={css.year}>
          <ShortSelect label="Plan year" choices={years} value={year} onChange={setYear} />
        </div>
        {data ? (
          <Windows rows={data} onChange={setChanging} onHistory={setHistoryOf} />
        ) : error ? (
          <FailedState title="Couldn't load the windows." why={failureMessage(error)} retry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Loading the windows">
            <SkeletonBar width="80%" height={16} />
          </div>
        )}
      </div>
      <ChangeWindowDialog row={changing} planYear={planYear} onClose={() => setChanging(undefined)} />
      <HistoryDialog
        opened={historyOf !== undefined}
        onClose={() => setHistoryOf(undefined)}
        name={`${historyOf?.name ?? ''} ${year}`}
        history={{ more: historyOf ? changesOf(historyOf) : [] }}
      />
    </>
  )
}

interface WindowsProps {
  rows: readonly EnrollmentWindowRow[]
  onChange(row: EnrollmentWindowRow): void
  onHistory(row: EnrollmentWindowRow): void
}

function Windows({ rows, onChange, onHistory }: WindowsProps) {
  const size = usePhone() ? 'md' : 'xs'
  return (
    <table className={css.table} aria-label="Windows">
      <thead>
        <tr>
          <th scope="col">Exchange</th>
          <th scope="col">Open enrollment</th>
          <th scope="col">Last day for January 1</th>
          <th scope="col">Source</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.exchange}>
            <th scope="row">{row.name}</th>
            <td data-label="Open enrollment">{row.window ? periodOf(row.window) : <NotKnown />}</td>
            <td data-label="Last day for January 1">
              {row.window?.lastForJanuary ? showDate(row.window.lastForJanuary) : <NotKnown />}
            </td>
            <td className={css.source}>
              {row.window ? (
                <>
                  <StatusPill tone={row.window.confidence === 'verified' ? 'green' : 'amber'}>
                    {confidenceWords[row.window.confidence]}
                  </StatusPill>
                  <p>{row.window.source}</p>
                </>
              ) : null}
              <LastChange row={row} />
            </td>
            <td>
              <div className={css.actions}>
                <Button size={size} onClick={() => onChange(row)} aria-label={`Change ${row.name}`}>
                  Change
                </Button>
                {row.history.length > 0 ? (
                  <Button
                    size={size}
                    variant="default"
                    onClick={() => onHistory(row)}
                    aria-label={`History of ${row.name}`}
                  >
                    History
                  </Button>
                ) : null}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NotKnown = () => <StatusPill tone="grey">Not known</StatusPill>

function LastChange({ row: { history } }: { row: EnrollmentWindowRow }) {
  const last = history.at(-1)
  return last ? (
    <p>
      {last.reason} ({last.by}, {showInstant(last.at)})
    </p>
  ) : null
}

function periodOf({ opens, closes }: NonNullable<EnrollmentWindowRow['window']>): string {
  return closes === null ? `From ${showDate(opens)}, last day not known` : `${showDate(opens)} to ${showDate(closes)}`
}

const changesOf = ({ history }: EnrollmentWindowRow) =>
  history.map(({ at, by, reason, changes }) => ({
    key: at,
    at,
    by,
    date: showInstant(at),
    tone: 'grey' as const,
    title: 'Changed',
    text: reason,
    icon: <IconPencil size={14} stroke={1.75} />,
    changes: changes.map(({ field, old, new: now }) => ({ field, before: old ?? '-', after: now ?? '-' })),
  }))
