import { IconArrowRight, IconFileTypeCsv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '../basics/list-column.ts'
import css from './time-line.module.css'

export interface TimeLineEntry {
  key: string
  /** A Tabler icon at 14. */
  icon: ReactNode
  tone: Tone
  title: string
  /** MM/DD/YYYY, with the time where it tells more. */
  date: string
  /** Who did it. */
  by?: string
  /** What it was and what it became, on one line. */
  change?: { before: ReactNode; after: ReactNode }
  /** The fields that were changed at once, each with its name. */
  changes?: readonly { field: string; before: ReactNode; after: ReactNode }[]
  /** Instead of a change, or to it: a note, an amount. */
  text?: ReactNode
  file?: string
  /** The line in the file, as a link. */
  line?: ReactNode
}

/** What happened, newest first: icon, title and date; old → new; and the file and line that said so. */
export function TimeLine({ entries, label = 'History' }: { entries: readonly TimeLineEntry[]; label?: string }) {
  return (
    <ol className={css.line} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <span className={css.icon} data-tone={entry.tone} aria-hidden>
            {entry.icon}
          </span>
          <div className={css.what}>
            <div className={css.head}>
              <span className={css.title}>{entry.title}</span>
              <time className="figures">{entry.date}</time>
            </div>
            {entry.change ? <Became {...entry.change} /> : null}
            {entry.changes?.map((change) => (
              <Became key={change.field} {...change} />
            ))}
            {entry.text ? <div className={css.text}>{entry.text}</div> : null}
            {entry.by ? <div className={css.by}>{entry.by}</div> : null}
            {entry.file ? (
              <div className={css.file}>
                <IconFileTypeCsv size={14} stroke={1.75} aria-hidden />
                <span>{entry.file}</span> {entry.line}
              </div>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Became({ field, before, after }: { field?: string; before: ReactNode; after: ReactNode }) {
  return (
    <div className={css.change}>
      {field === undefined ? null : <span className={css.field}>{field}</span>}
      <span>{before}</span>
      <IconArrowRight size={14} stroke={1.75} role="img" aria-label="became" />
      <strong>{after}</strong>
    </div>
  )
}
