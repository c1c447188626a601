import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { showCount } from '../ui/basics/cell-value.tsx'
import css from './home.module.css'

interface HomeSectionProps {
  title: string
  total?: number
  /** Secondary figure at the right, such as an amount. */
  note?: ReactNode
  /** List behind the total. */
  address?: string
  children?: ReactNode
}

/** Section of the day with its total; the heading and the total open the list behind it. */
export function HomeSection({ title, total, note, address, children }: HomeSectionProps) {
  const id = useId()
  const heading = (
    <>
      {title}
      {total === undefined ? null : <span className={css.total}>{showCount(total)}</span>}
    </>
  )
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>
          {address ? (
            <Link to={address} className={css.link}>
              {heading}
            </Link>
          ) : (
            heading
          )}
        </h2>
        {note ? <span className={css.note}>{note}</span> : null}
        {address ? (
          <Link to={address} className={css.all} aria-label={`All: ${title}`}>
            All
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}
