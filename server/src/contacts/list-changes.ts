/** What has to be done to a stored list so that it reads as the wanted one. */
export interface ListChanges<Wanted> {
  removed: number[]
  /** Rows that stay under their id, with what they shall hold and where they stand. */
  kept: { id: number; entry: Wanted; position: number }[]
  added: { entry: Wanted; position: number }[]
}

/** Pairs stored rows with wanted entries of the same key; each row is taken once, so that equal ones stay apart. */
export function listChanges<Wanted>(
  stored: readonly { id: number; key: string }[],
  wanted: readonly Wanted[],
  keyOf: (entry: Wanted) => string,
): ListChanges<Wanted> {
  const free = new Map<string, number[]>()
  for (const { id, key } of stored) free.set(key, [...(free.get(key) ?? []), id])
  const changes: ListChanges<Wanted> = { removed: [], kept: [], added: [] }
  for (const [position, entry] of wanted.entries()) {
    const id = free.get(keyOf(entry))?.shift()
    if (id === undefined) changes.added.push({ entry, position })
    else changes.kept.push({ id, entry, position })
  }
  changes.removed = [...free.values()].flat()
  return changes
}
