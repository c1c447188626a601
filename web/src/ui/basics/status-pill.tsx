import type { ReactNode } from 'react'
import css from './cells.module.css'
import type { Tone } from './list-column.ts'

/** Status as a tinted pill with a dot and its label. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.pill} data-tone={tone}>
      {children}
    </span>
  )
}

/** Dot in a status color, for legends with a label next to it. */
export function StatusDot({ tone }: { tone: Tone }) {
  return <span className={css.dot} data-tone={tone} aria-hidden />
}
