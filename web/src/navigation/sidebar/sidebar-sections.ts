import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../../access/portal-gate.ts'
import { type Screen, type Section, screens, sections } from '../../app/screens.ts'

export interface SidebarLink {
  label: string
  address: string
}
export interface SidebarSection {
  name: Section
  links: readonly SidebarLink[]
  /** The section is its own only link. */
  single: boolean
}

/** URL of a screen without parameters. */
export function addressOf(screen: Screen): string {
  return `/portal/${screen.path}`
}

/**
 * Sidebar of a user: permitted sections with their permitted links, in table order (SHELL-30). More users may open a
 * screen than see its section.
 */
export function sectionsFor(user: CurrentUser, table: readonly Screen[] = screens): SidebarSection[] {
  const open = sections.filter((name) => passes(sectionRules[name].allow, user))
  return open.flatMap((name) => {
    const shown = table.filter((screen) => screen.menu?.section === name && passes(screen.allow, user))
    const links = shown.map((screen) => ({ label: screen.menu?.label ?? name, address: addressOf(screen) }))
    return links.length === 0 ? [] : [{ name, links, single: shown.every((screen) => !screen.menu?.label) }]
  })
}
