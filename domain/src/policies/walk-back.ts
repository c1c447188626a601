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
 * States of a policy: `later` after each file that changed it, newest first, and `first` before them all. Starts from
 * the present state and reverts each file's changes. `changes`: newest file first; `earlier`: the previous value of a
 * field.
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
