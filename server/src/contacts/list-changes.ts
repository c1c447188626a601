/** Changes that turn a stored list into the requested one. */
export interface ListChanges<Wanted> {
  removed: number[]
  /** Rows that keep their id, with their new content and position. */
  kept: { id: number; entry: Wanted; position: number }[]
  added: { entry: Wanted; position: number }[]
}

/** Matches stored rows with entries of the same key; each row is used once, so that duplicates stay separate. */
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
