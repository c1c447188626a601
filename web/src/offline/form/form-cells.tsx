import type { ReactNode } from 'react'
import css from './offline-form.module.css'
import { offlineSections, type SectionId } from './offline-sections.ts'

/** DOM id of a section. */
export const idOfSection = (id: SectionId) => `offline-${id}`

/** Section of the form: title with its shortcut, and fields in a six-column grid. */
export function OfflineSection({ id, children }: { id: SectionId; children: ReactNode }) {
  const index = offlineSections.findIndex((section) => section.id === id)
  const title = offlineSections[index]?.title
  return (
    <section id={idOfSection(id)} className={css.section} aria-label={title}>
      <h2 className={css.title}>
        {title} <kbd className={css.key}>Alt {index + 1}</kbd>
      </h2>
      {children}
    </section>
  )
}

/** Six columns; two on a phone. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>
}

/** Field of the grid with its column span. */
export function Cell({ span, children }: { span: 1 | 2 | 3 | 4 | 6; children: ReactNode }) {
  return <div data-span={span}>{children}</div>
}

/** Scrolls to a section and focuses its first field. */
export function goToSection(id: SectionId): void {
  const section = document.getElementById(idOfSection(id))
  const first = section?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled, button:enabled')
  section?.scrollIntoView({ block: 'start' })
  first?.focus({ preventScroll: true })
}
