import type { ReactNode } from 'react'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import css from './reading-frame.module.css'

interface Props {
  table: ReactNode
  isNarrow: boolean
  /** Name of the region beside the table. */
  label: string
  /** Why no record is shown; null while the list is loading. */
  none: string | null
  children: ReactNode
}

/** A list with the shown record beside it; on a narrow screen the list alone. */
export function ReadingFrame({ table, isNarrow, label, none, children }: Props) {
  if (isNarrow) return table
  return (
    <div className={css.split}>
      <div className={css.list}>{table}</div>
      <section className={css.reading} aria-label={label}>
        {children ?? <p className={css.none}>{none ?? <SkeletonBar width={160} height={14} />}</p>}
      </section>
    </div>
  )
}
