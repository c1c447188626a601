import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../access/portal-gate.ts'
import type { Navigation } from '../navigation/navigation.ts'
import { sidebarSections } from '../navigation/sidebar/sidebar-sections.ts'
import { paths } from '../platform/address/paths.ts'

/** Command of the palette. */
export interface Command {
  id: string
  label: string
  /** Category, shown at the right. */
  group: string
  run: () => void
}

/** Callbacks of the frame that commands need. */
export interface CommandActions {
  goTo: (address: string) => void
  logout: () => void
  toggleSidebar?: () => void
  /** Sent messages are readable at /outbox in this installation. */
  outbox?: boolean
}

/** All commands: the screens of the user's sidebar, those of the features, and global actions. */
export function commandsFor(user: CurrentUser, actions: CommandActions, from: Navigation): Command[] {
  const screens = sidebarSections(user, from.screens).flatMap(({ name, links }) =>
    links.map(({ label, address }) => ({
      id: address,
      label: label === name ? label : `${name}: ${label}`,
      group: 'Go to',
      run: () => actions.goTo(address),
    })),
  )
  const ofFeatures = from.commands
    .filter(({ allow }) => passes(allow, user))
    .map(({ label, group, address }) => ({ id: address, label, group, run: () => actions.goTo(address) }))
  const { toggleSidebar, outbox } = actions
  return [
    ...screens,
    ...(outbox
      ? [{ id: 'outbox', label: 'Outbox: demo messages', group: 'Go to', run: () => actions.goTo(paths.outbox) }]
      : []),
    { id: 'home', label: 'Home', group: 'Go to', run: () => actions.goTo(paths.portal) },
    { id: 'account', label: 'My Account', group: 'Go to', run: () => actions.goTo(paths.myAccount) },
    { id: 'privacy', label: 'Privacy Notice', group: 'Go to', run: () => actions.goTo(paths.privacy) },
    ...(toggleSidebar
      ? [{ id: 'sidebar', label: 'Open or close the sidebar', group: 'Actions', run: toggleSidebar }]
      : []),
    ...ofFeatures,
    { id: 'logout', label: 'Logout', group: 'Actions', run: actions.logout },
  ]
}

/** Commands whose label contains all words of `text`, those that start with it first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(words[0] ?? '')
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}
