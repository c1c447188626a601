import type { EntryKind } from './person-contract.ts'

/** How many records of a kind the timeline of a person reads, the newest first; of the others all. */
export const newestEntries = {
  policy: 100,
  call: 50,
  message: 50,
  unpaid: 50,
  lead: 20,
  offline: 20,
  application: 20,
  consent: 20,
  marketplace: 20,
} as const satisfies Partial<Record<EntryKind, number>>

/** Whether a timeline with so many entries of a kind may lack older ones. */
export function mayLackOlder(kind: EntryKind, entries: number): boolean {
  const limits: Partial<Record<EntryKind, number>> = newestEntries
  const limit = limits[kind]
  return limit !== undefined && entries >= limit
}
