import type { ReactNode } from 'react'
import css from './offline-form.module.css'
import { offlineSections, type SectionId } from './offline-sections.ts'

/** The address of a section within the page. */
export const idOfSection = (id: SectionId) => `offline-${id}`

/** A section of the form: its name with the key that leads to it, and its fields in a grid of six. */
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

/** Fields beside each other, six columns; two on a phone. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>
}

/** One field of the grid, over so many of its columns. */
export function Cell({ span, children }: { span: 1 | 2 | 3 | 4 | 6; children: ReactNode }) {
  return <div data-span={span}>{children}</div>
}

/** Brings a section into view and the focus to its first field. */
export function goToSection(id: SectionId): void {
  const section = document.getElementById(idOfSection(id))
  const first = section?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled, button:enabled')
  section?.scrollIntoView({ block: 'start' })
  first?.focus({ preventScroll: true })
}
