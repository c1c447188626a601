import { IconArrowRight, IconFileTypeCsv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '../basics/list-column.ts'
import css from './timeline.module.css'

export interface TimelineEntry {
  key: string
  /** Tabler icon, size 14. */
  icon: ReactNode
  tone: Tone
  title: string
  /** MM/DD/YYYY, with the time if useful. */
  date: string
  /** User who did it. */
  by?: string
  /** Old and new value on one line. */
  change?: { before: ReactNode; after: ReactNode }
  /** Fields changed together, each with its name. */
  changes?: readonly { field: string; before: ReactNode; after: ReactNode }[]
  /** Text in addition to or instead of a change: a note, an amount. */
  text?: ReactNode
  file?: string
  /** Link to the line in the imported file. */
  line?: ReactNode
}

/** Timeline, newest first: icon, title and date; old → new; source file and line. */
export function Timeline({ entries, label = 'History' }: { entries: readonly TimelineEntry[]; label?: string }) {
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
