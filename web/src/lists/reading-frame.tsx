import type { ReactNode } from 'react'
import css from './reading-frame.module.css'

interface Props {
  table: ReactNode
  /** Name of the region beside the table. */
  label: string
  /** The shown record; a text says why there is none. */
  children: ReactNode
}

/** A list with the shown record beside it. */
export function ReadingFrame({ table, label, children }: Props) {
  return (
    <div className={css.split}>
      <div className={css.list}>{table}</div>
      <section className={css.reading} aria-label={label}>
        {typeof children === 'string' ? <p className={css.none}>{children}</p> : children}
      </section>
    </div>
  )
}
