import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../access/portal-gate.ts'
import { sectionsFor } from '../navigation/sidebar/sidebar-sections.ts'
import { paths } from '../platform/address/paths.ts'

/** Something that the palette finds and does. */
export interface Command {
  id: string
  label: string
  /** Where it belongs, shown at the right. */
  group: string
  run: () => void
}

/** What the commands need from the frame. */
export interface CommandActions {
  goTo: (address: string) => void
  logout: () => void
  toggleSidebar?: () => void
  /** Messages are read at /outbox here. */
  outbox?: boolean
}

/** Everything somebody can find: the screens of the own sidebar, and what can be done from anywhere. */
export function commandsFor(person: CurrentUser, actions: CommandActions): Command[] {
  const screens = sectionsFor(person).flatMap(({ name, links }) =>
    links.map(({ label, address }) => ({
      id: address,
      label: label === name ? label : `${name}: ${label}`,
      group: 'Go to',
      run: () => actions.goTo(address),
    })),
  )
  const { toggleSidebar, outbox } = actions
  return [
    ...screens,
    ...(outbox
      ? [{ id: 'outbox', label: 'Outbox: messages of the demo', group: 'Go to', run: () => actions.goTo(paths.outbox) }]
      : []),
    { id: 'home', label: 'Home', group: 'Go to', run: () => actions.goTo(paths.portal) },
    { id: 'account', label: 'My Account', group: 'Go to', run: () => actions.goTo(paths.myAccount) },
    { id: 'privacy', label: 'Privacy Notice', group: 'Go to', run: () => actions.goTo(paths.privacy) },
    ...(toggleSidebar ? [{ id: 'sidebar', label: 'Open or close the sidebar', group: 'Do', run: toggleSidebar }] : []),
    ...(passes('administrator', person)
      ? [
          { id: 'agency', label: 'Agency: postal address', group: 'Go to', run: () => actions.goTo(paths.agency) },
          { id: 'new-agent', label: 'New agent', group: 'Do', run: () => actions.goTo(paths.newAgent) },
        ]
      : []),
    ...(passes(anyAdministrator, person)
      ? [
          {
            ...{ id: 'approvals', label: 'Approvals: emergency access and rights', group: 'Go to' },
            run: () => actions.goTo(paths.approvals),
          },
        ]
      : []),
    ...(passes('securityadmin', person)
      ? [{ id: 'new-user', label: 'New user', group: 'Do', run: () => actions.goTo(paths.newUser) }]
      : []),
    { id: 'logout', label: 'Logout', group: 'Do', run: actions.logout },
  ]
}

/** The commands whose label holds all words of `text`, those that begin with it first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(words[0] ?? '')
  return [...found.filter(begins), ...found.filter((command) => !begins(command))]
}
