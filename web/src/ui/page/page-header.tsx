import type { ReactNode } from 'react'
import { showCount } from '../basics/cell-value.tsx'
import css from './page-header.module.css'

interface PageHeaderProps {
  /** The h1 of the screen. */
  title: string
  /** All records that the filters let through; absent while unknown. */
  total?: number | undefined
  /** Quiet words beside the title instead of a total. */
  note?: ReactNode
  /** Buttons at the right: the primary one last. */
  actions?: ReactNode
  /** The filter bar. On a phone its button stands beside the title and its chips below. */
  children?: ReactNode
}

/** Title and total at the left, actions at the right, filters in one row under it. */
export function PageHeader({ title, total, note, actions, children }: PageHeaderProps) {
  return (
    <div className={css.header}>
      <div className={css.title}>
        <h1>{title}</h1>
        {total === undefined ? null : <span className="figures">{showCount(total)}</span>}
        {note ? <span>{note}</span> : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
      {children}
    </div>
  )
}
