import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { passes } from '../access/portal-gate.ts'
import type { FeatureCommand, Screen } from '../feature.ts'
import { guidePages } from '../guide/guide-pages.ts'
import { runOnArrival, screenCommands } from '../lists/screen-commands.ts'
import type { Navigation } from '../navigation/navigation.ts'
import { sidebarSections } from '../navigation/sidebar/sidebar-sections.ts'
import type { OutsideLink } from '../navigation/top-bar/outside-links.ts'
import { paths } from '../platform/address/paths.ts'
import { chooseScheme } from '../platform/page/theme-clock.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { listCommands } from './list-commands.ts'

/** Command of the palette. */
export interface Command {
  id: string
  label: string
  detail?: string | undefined
  /** Category, shown as a heading. */
  group: string
  /** Other words that find it. */
  synonyms?: readonly string[] | undefined
  run: () => void
}

/** Callbacks of the frame that commands need. */
export interface CommandActions {
  goTo: (address: string) => void
  logout: () => void
  toggleSidebar?: () => void
  /** Sent messages are readable at /outbox in this installation. */
  outbox?: boolean
  /** Links of the top bar out of the portal. */
  outside?: readonly OutsideLink[]
}

/**
 * All commands: those of the open screen, the screens that the user may open, the commands of the features, and global
 * actions. A command of the open screen replaces the one of its feature.
 */
export function commandsFor(user: CurrentUser, actions: CommandActions, { screens, commands }: Navigation): Command[] {
  const ofList = commandsOfScreen()
  const labels = new Set(ofList.map(({ label }) => label.toLowerCase()))
  const ofFeatures = commands
    .filter(({ allow, presses }) => passes(allow, user) && !(presses && labels.has(presses.toLowerCase())))
    .map((command) => featureCommand(command, actions.goTo))
  return [
    ...ofList,
    ...[...screenLinks(user, screens, actions), ...ofFeatures].filter(({ label }) => !labels.has(label.toLowerCase())),
    ...globalCommands(actions),
  ]
}

function commandsOfScreen(): Command[] {
  return screenCommands(listCommands).map(({ label, detail, refused, run }, at) => ({
    id: `screen-${at}`,
    label,
    detail: refused ?? detail,
    group: 'On this screen',
    run: refused === undefined ? run : () => toasts.warning(`${refused}.`),
  }))
}

function featureCommand(
  { label, group, address, presses, synonyms }: FeatureCommand,
  goTo: CommandActions['goTo'],
): Command {
  const run = () => {
    runOnArrival(presses ?? null, listCommands)
    goTo(address)
  }
  return { id: `${address} ${label}`, label, group, synonyms, run }
}

/** Every screen that the user may open, those of the sidebar first and with its names. */
function screenLinks(user: CurrentUser, screens: readonly Screen[], actions: CommandActions): Command[] {
  const { goTo, outbox, outside = [] } = actions
  const link = (address: string, label: string, synonyms: readonly string[] = []): Command => ({
    id: address,
    label,
    group: 'Go to',
    synonyms,
    run: () => goTo(address),
  })
  const open = screens.filter((screen) => isOffered(screen) && passes(screen.allow, user))
  const screenAt = new Map(open.map((screen) => [`/portal/${screen.path}`, screen]))
  const inSidebar = sidebarSections(user, screens).flatMap(({ name, links }) =>
    links.map(({ label, address }) => {
      const screen = screenAt.get(address)
      const words = [...(screen?.synonyms ?? []), screen?.title ?? '']
      return link(address, label === name ? label : `${name}: ${label}`, words)
    }),
  )
  const shown = new Set(inSidebar.map(({ id }) => id))
  const others = open
    .map((screen) => ({ ...screen, address: `/portal/${screen.path}` }))
    .filter(({ address }) => !shown.has(address) && (address !== paths.outbox || outbox))
    .map(({ address, title, titleFor, synonyms }) => link(address, titleFor?.(user) ?? title, synonyms))
  const outsideLinks = outside.map((to) => ({
    ...link('route' in to ? to.route : to.href, to.label),
    ...('route' in to ? {} : { run: () => void window.open(to.href, to.newTab ? '_blank' : '_self', 'noopener') }),
  }))
  const guide = guidePages.map(({ name, title }) => link(paths.guidePage(name), `Guide: ${title}`, ['help', 'how to']))
  return [...inSidebar, ...others, ...outsideLinks, ...guide, link(paths.privacy, 'Privacy Notice')]
}

/** A screen of its own: it needs no parameter, and another screen does not have to lead there. */
const isOffered = ({ path, opens, offered = true }: Screen) =>
  offered && typeof opens !== 'string' && !path.includes('$')

function globalCommands({ toggleSidebar, logout }: CommandActions): Command[] {
  const action = (id: string, label: string, run: () => void, synonyms: readonly string[] = []): Command => ({
    id,
    label,
    group: 'Actions',
    synonyms,
    run,
  })
  return [
    ...(toggleSidebar ? [action('sidebar', 'Open or close the sidebar', toggleSidebar)] : []),
    action('print', 'Print this page', () => setTimeout(() => print())),
    action('dark', 'Dark colors', () => chooseScheme('dark'), ['dark mode', 'theme', 'night']),
    action('light', 'Light colors', () => chooseScheme('light'), ['light mode', 'theme', 'day']),
    action('clock', 'Colors by time of day', () => chooseScheme(null), ['theme', 'automatic', 'system']),
    action('logout', 'Logout', logout, ['log out', 'sign out', 'log off']),
  ]
}

/** Other words that find a command: 'New lead' is also typed 'add lead'. */
export function synonymsOf({ label, synonyms = [] }: Command): readonly string[] {
  return label.startsWith('New ') ? [...synonyms, 'add', 'create'] : synonyms
}

/**
 * Commands with all words of `text` in the label, or at the start of a synonym's words: first those whose name starts with
 * it, then those found by the label, then those found by a synonym.
 */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter((command) => {
    const starts = synonymsOf(command).flatMap((synonym) => synonym.toLowerCase().split(' '))
    return words.every(
      (word) => command.label.toLowerCase().includes(word) || starts.some((start) => start.startsWith(word)),
    )
  })
  const rank = (command: Command): number => {
    const label = command.label.toLowerCase()
    // 'Administration: Carriers' is called Carriers.
    const names = [label, label.split(': ').at(-1) ?? '']
    if (names.some((name) => name.startsWith(words.join(' ')))) return 0
    if (label.startsWith(words[0] ?? '')) return 1
    return words.every((word) => label.includes(word)) ? 2 : 3
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}
