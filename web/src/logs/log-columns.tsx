import type { LogFilters, LogRow, logSorts } from '@coverdesk/domain/logs/log-contract.ts'
import { cutMessage, type LogLevel, logCategories, logLevels } from '@coverdesk/domain/logs/log-levels.ts'
import { showMoment } from '../ui/basics/instant.ts'
import type { ListColumn, PhoneRow, Tone } from '../ui/basics/list-column.ts'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import type { Filter } from '../ui/filters/filter.ts'
import css from './logs.module.css'

type LogColumn = ListColumn<LogRow, (typeof logSorts)[number]>

export const levelTone: Readonly<Record<LogLevel, Tone>> = {
  Debug: 'grey',
  Information: 'blue',
  Warning: 'amber',
  Error: 'red',
  Critical: 'red',
}

/** Columns of the list (LOG-02); the message opens in full (LOG-03). */
export function logColumns(show: (row: LogRow) => void): readonly LogColumn[] {
  return [
    {
      id: 'level',
      header: 'Level',
      cell: (row) => row.level,
      kind: 'status',
      tone: (row) => levelTone[row.level],
      width: 116,
    },
    {
      id: 'message',
      header: 'Message',
      cell: (row) => <MessageButton row={row} show={show} />,
      width: 400,
      grow: 1,
    },
    { id: 'user', header: 'User', cell: (row) => row.user, width: 130 },
    { id: 'category', header: 'Category', cell: (row) => row.category, width: 104 },
    { id: 'server', header: 'Server', cell: (row) => row.server, width: 104, quiet: true },
    { id: 'date', header: 'Date', cell: (row) => showMoment(row.date), kind: 'date', width: 180, sort: 'newest' },
  ]
}

/** Not a tab stop: Enter on the row does the same. */
function MessageButton({ row, show }: { row: LogRow; show: (row: LogRow) => void }) {
  const { text, cut } = cutMessage(row.message)
  return (
    <button
      type="button"
      className={css.message}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        show(row)
      }}
    >
      {text}
      {cut ? <span aria-hidden>…</span> : null}
    </button>
  )
}

export const logPhoneRow: PhoneRow<LogRow> = {
  title: (row) => cutMessage(row.message).text,
  subtitle: (row) => [showMoment(row.date), row.category, row.user].filter(Boolean).join(', '),
  badge: (row) => <StatusPill tone={levelTone[row.level]}>{row.level}</StatusPill>,
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Filters of the list (LOG-01). */
export const logFilters: readonly Filter<keyof LogFilters>[] = [
  { name: 'from', label: 'From', kind: 'date' },
  { name: 'to', label: 'To', kind: 'date' },
  { name: 'user', label: 'User', kind: 'text', width: 140 },
  { name: 'message', label: 'Message', kind: 'text', width: 170 },
  { name: 'level', label: 'Level', kind: 'select', choices: choices(logLevels) },
  { name: 'category', label: 'Category', kind: 'select', choices: choices(logCategories) },
  { name: 'server', label: 'Server', kind: 'text', width: 120 },
]
