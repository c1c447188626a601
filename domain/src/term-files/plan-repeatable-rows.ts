/** Row that may repeat: known by its identity, and equal if its words are. */
interface RepeatableRow {
  identity: string
  words: string
}

interface RepeatablePlan {
  rows: { line: number; recordId: number | null }[]
  /** Rows that the file says twice, though they are stored once or not at all. */
  problems: { line: number; repeats: number }[]
}

/**
 * Finds the stored row of each row of a file: an equal one first, then another one of the same identity, which it changes. A row
 * without a stored one is new, unless the file says the same already.
 */
export function planRepeatableRows(
  rows: readonly (RepeatableRow & { line: number })[],
  stored: readonly (RepeatableRow & { id: number })[],
): RepeatablePlan {
  const plan: RepeatablePlan = { rows: [], problems: [] }
  const equal = Map.groupBy(stored, ({ words }) => words)
  const taken = new Map<number, number>()
  for (const { line, words } of rows) {
    const found = equal.get(words)?.shift()
    if (found) taken.set(line, found.id)
  }
  const used = new Set(taken.values())
  const similar = Map.groupBy(
    stored.filter(({ id }) => !used.has(id)),
    ({ identity }) => identity,
  )
  const firstLine = new Map<string, number>()
  for (const { line, identity, words } of rows) {
    const repeats = firstLine.get(words)
    if (repeats === undefined) firstLine.set(words, line)
    const recordId = taken.get(line) ?? (repeats === undefined ? similar.get(identity)?.shift()?.id : undefined) ?? null
    if (recordId === null && repeats !== undefined) plan.problems.push({ line, repeats })
    else plan.rows.push({ line, recordId })
  }
  return plan
}
