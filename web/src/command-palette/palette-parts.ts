import type { SearchGroup, SearchHit, SearchKindName } from '@coverdesk/domain/search/search-contract.ts'
import { type RecentRecord, rememberRecord } from '../search/recent-records.ts'
import { recordKinds } from '../search/record-search.ts'
import { type Command, findCommands, synonymsOf } from './commands.ts'

/** One result of the palette: a screen, an action or a record. */
export interface Entry {
  id: string
  label: string
  detail?: string
  badge?: string | null
  /** Stays first whatever the server finds. */
  isStable?: boolean
  run: () => void
}

/** Results of one kind under a heading. */
export interface Part {
  name: string
  entries: readonly Entry[]
}

interface Found {
  commands: readonly Command[]
  groups: readonly SearchGroup[]
  recent: readonly RecentRecord[]
  text: string
  userId: number
  goTo: (address: string) => void
}

/**
 * Order of results: with no text, recent records and all commands; otherwise commands with a word that starts with the
 * text, records, then commands that contain it.
 */
export function paletteParts({ commands, groups, recent, text, userId, goTo }: Found): Part[] {
  const recordEntry = (kind: SearchKindName, hit: SearchHit): Entry => ({
    id: `${kind}-${hit.id}`,
    label: hit.title,
    detail: hit.detail,
    badge: hit.badge,
    run: () => {
      rememberRecord(userId, { kind, hit })
      goTo(recordKinds[kind].address(hit))
    },
  })
  const found = findCommands(commands, text)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = (command: Command) =>
    words.every((word) =>
      [command.label, ...synonymsOf(command)]
        .flatMap((text) => text.toLowerCase().split(/[\s:]+/))
        .some((part) => part.startsWith(word)),
    )
  if (words.length === 0)
    return filled([
      { name: 'Recent', entries: recent.map(({ kind, hit }) => recordEntry(kind, hit)) },
      ...byGroup(found),
    ])
  return filled([
    ...byGroup(found.filter(begins), true),
    ...groups.map(({ kind, data }) => ({
      name: recordKinds[kind].name,
      entries: data.map((hit) => recordEntry(kind, hit)),
    })),
    { name: 'More results', entries: found.filter((command) => !begins(command)).map(commandEntry) },
  ])
}

function byGroup(commands: readonly Command[], isStable = false): Part[] {
  const names = [...new Set(commands.map(({ group }) => group))]
  return names.map((name) => ({
    name,
    entries: commands.filter(({ group }) => group === name).map((command) => ({ ...commandEntry(command), isStable })),
  }))
}

const commandEntry = ({ id, label, detail, run }: Command): Entry => ({
  id,
  label,
  ...(detail ? { detail } : {}),
  run,
})

const filled = (parts: readonly Part[]) => parts.filter(({ entries }) => entries.length > 0)
