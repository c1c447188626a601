import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { showCount } from '../basics/cell-value.tsx'
import css from './page-header.module.css'

interface PageHeaderProps {
  /** The h1 of the screen. */
  title: string
  /** Number of records that match the filters; absent while unknown. */
  total?: number | undefined
  /** Secondary text after title and total. */
  note?: ReactNode
  /** Buttons at the right, the primary one last. */
  actions?: ReactNode
  /** Filter bar. On a phone its button is next to the title and its chips are below. */
  children?: ReactNode
}

/** Title and total at the left, actions at the right, filters in a row below. */
export function PageHeader({ title, total, note, actions, children }: PageHeaderProps) {
  return (
    <div className={css.header}>
      <div className={css.title}>
        <h1>{title}</h1>
        {total === undefined ? null : (
          <span>
            <VisuallyHidden>Total Records: </VisuallyHidden>
            <span className="figures">{showCount(total)}</span>
          </span>
        )}
        {note ? <span>{note}</span> : null}
      </div>
      {actions ? (
        <div className={css.actions} data-print="no">
          {actions}
        </div>
      ) : null}
      {children}
    </div>
  )
}
