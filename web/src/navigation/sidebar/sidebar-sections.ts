import { type SectionName, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../../access/portal-gate.ts'
import type { Screen } from '../../feature.ts'

export interface SidebarLink {
  label: string
  address: string
}
export interface SidebarSection {
  name: SectionName
  links: readonly SidebarLink[]
  /** The section is its own only link. */
  single: boolean
}

/** Sections in the order of the sidebar, each with its rule and the rules of its links. */
const sections = Object.entries(sectionRules) as [SectionName, { allow: string; links?: Record<string, string> }][]

/**
 * Sidebar of a user: permitted sections with their permitted links, in the order of the rules (SHELL-30). More users may
 * open a screen than see its section.
 */
export function sidebarSections(user: CurrentUser, screens: readonly Screen[]): SidebarSection[] {
  const open = sections.filter(([, { allow }]) => passes(allow, user))
  return open.flatMap(([name, rule]) => {
    const order = Object.keys(rule.links ?? {})
    const links = screens
      .filter((screen) => screen.menu?.section === name && passes(screen.allow, user))
      .map(({ menu, path }) => ({ label: menu?.label, address: `/portal/${path}` }))
      .toSorted((a, b) => order.indexOf(a.label ?? '') - order.indexOf(b.label ?? ''))
    if (links.length === 0) return []
    const single = links.every(({ label }) => !label)
    return [{ name, links: links.map(({ label = name, address }) => ({ label, address })), single }]
  })
}
