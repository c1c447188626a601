import type { ReactNode } from 'react'
import css from './reading-table.module.css'

/** A small table of facts about the shown record; it scrolls sideways. Children are `thead` and `tbody`. */
export function ReadingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  )
}
