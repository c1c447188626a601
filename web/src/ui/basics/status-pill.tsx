import type { ReactNode } from 'react'
import css from './cells.module.css'
import type { Tone } from './list-column.ts'

/** A state: a tinted pill with a dot and its word. */
export function StatusPill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={css.pill} data-tone={tone}>
      {children}
    </span>
  )
}

/** A dot in a state's colour, for legends; the word stands beside it. */
export function StatusDot({ tone }: { tone: Tone }) {
  return <span className={css.dot} data-tone={tone} aria-hidden />
}
