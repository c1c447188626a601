import { DirectoryEntry, maxChosen } from '@coverdesk/domain/plans/directory-contract.ts'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { onSessionEnd } from './session.ts'

const key = 'directory'
/** As long as the household of a visitor. */
const maxAgeMs = 30 * 60_000

/** Doctors and drugs of a person. */
const ChosenEntries = z.object({ providers: z.array(DirectoryEntry), drugs: z.array(DirectoryEntry) })
export type ChosenEntries = z.output<typeof ChosenEntries>
const Stored = z.record(z.string(), z.object({ at: z.number(), chosen: ChosenEntries }))
type Stored = z.output<typeof Stored>

const nothing: ChosenEntries = { providers: [], drugs: [] }

/**
 * Doctors and drugs that were chosen for a plan search. Never in an address, which servers log (P-66); in this tab's
 * sessionStorage like the household, until half an hour passed or the session ends.
 */
let current: Stored = readStored()
const listeners = new Set<() => void>()

function readStored(): Stored {
  try {
    const all = Object.entries(Stored.parse(JSON.parse(sessionStorage.getItem(key) ?? '')))
    return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < maxAgeMs))
  } catch {
    return {}
  }
}

function set(next: Stored): void {
  current = next
  if (Object.keys(next).length > 0) sessionStorage.setItem(key, JSON.stringify(next))
  else sessionStorage.removeItem(key)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Doctors and drugs of a search: of an application by its id, or of the person at this screen. */
export function useChosenEntries(of: string): ChosenEntries {
  return useSyncExternalStore(subscribe, () => current[of]?.chosen ?? nothing)
}

export function chooseEntry(of: string, kind: keyof ChosenEntries, entry: DirectoryEntry): void {
  const { chosen } = current[of] ?? { chosen: nothing }
  if (chosen[kind].length >= maxChosen || chosen[kind].some(({ id }) => id === entry.id)) return
  change(of, { ...chosen, [kind]: [...chosen[kind], entry] })
}

export function removeEntry(of: string, kind: keyof ChosenEntries, id: string): void {
  const { chosen } = current[of] ?? { chosen: nothing }
  change(of, { ...chosen, [kind]: chosen[kind].filter((entry) => entry.id !== id) })
}

function change(of: string, chosen: ChosenEntries): void {
  const { [of]: _before, ...others } = current
  const any = chosen.providers.length + chosen.drugs.length > 0
  set(any ? { ...others, [of]: { at: Date.now(), chosen } } : others)
}

/** Forgets all, as where a visitor clears the answers. */
export function clearChosenEntries(): void {
  set({})
}

// The next person at this screen is another one.
onSessionEnd(clearChosenEntries)
