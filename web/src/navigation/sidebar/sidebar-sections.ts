import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../../access/portal-gate.ts'
import { type BuiltSection, type Screen, screens, sections } from '../../app/screens.ts'

export interface SidebarLink {
  label: string
  address: string
}
export interface SidebarSection {
  name: BuiltSection
  links: readonly SidebarLink[]
  /** The section is itself its one link. */
  single: boolean
}

/** The address of a screen without parameters. */
export function addressOf(screen: Screen): string {
  return `/portal/${screen.path}`
}

/**
 * What the sidebar shows a person: the sections whose rule holds with the links whose rule holds, in the order of the table
 * (SHELL-30). A screen may be open to more people than its section is for.
 */
export function sectionsFor(person: CurrentUser, table: readonly Screen[] = screens): SidebarSection[] {
  const open = sections.filter((name) => passes(sectionRules[name].allow, person))
  return open.flatMap((name) => {
    const shown = table.filter((screen) => screen.menu?.section === name && passes(screen.allow, person))
    const links = shown.map((screen) => ({ label: screen.menu?.label ?? name, address: addressOf(screen) }))
    return links.length === 0 ? [] : [{ name, links, single: shown.every((screen) => !screen.menu?.label) }]
  })
}
