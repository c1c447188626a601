import type { ReactNode } from 'react'
import css from './reading-panel.module.css'

/** One record beside its list: its name, what it is at a glance, and the rest. */
export function ReadingPanel({ name, facts, children }: { name: string; facts: ReactNode; children: ReactNode }) {
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <h2>{name}</h2>
        {facts}
      </div>
      {children}
    </div>
  )
}
