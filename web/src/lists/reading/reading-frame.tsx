import type { ReactNode } from 'react'
import css from './reading-frame.module.css'

interface Props {
  table: ReactNode
  isNarrow: boolean
  /** Name of the region beside the table. */
  label: string
  /** Why no record is shown. */
  none: string
  children: ReactNode
}

/** A list with the shown record beside it; on a narrow screen the list alone. */
export function ReadingFrame({ table, isNarrow, label, none, children }: Props) {
  if (isNarrow) return table
  return (
    <div className={css.split}>
      <div className={css.list}>{table}</div>
      <section className={css.reading} aria-label={label}>
        {children ?? <p className={css.none}>{none}</p>}
      </section>
    </div>
  )
}
