/** A field that a carrier's file changed. */
export interface FileChange {
  batch: number
  book: string | null
  field: string
  old: string | null
}

export interface StateAfterFile<State> {
  batch: number
  book: string | null
  state: State
}

/**
 * What a policy was after each file that changed it, newest first, and what it was before them all: from what it is now, by taking back
 * what each file changed. `changes`: newest file first; `earlier`: what a field was before a change.
 */
export function walkBack<State>(
  now: State,
  changes: readonly FileChange[],
  earlier: (field: string, old: string | null) => Partial<State>,
): { first: State; later: StateAfterFile<State>[] } {
  let first = now
  const later: StateAfterFile<State>[] = []
  for (const [batch, changed] of Map.groupBy(changes, (change) => change.batch)) {
    later.push({ batch, book: changed[0]?.book ?? null, state: first })
    for (const { field, old } of changed) first = { ...first, ...earlier(field, old) }
  }
  return { first, later }
}
