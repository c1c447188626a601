import { differ } from '../../platform/session/draft.ts'

/** What a form holds once a record that somebody else changed was loaded anew under it. */
export interface Merged<Values> {
  /** What the form holds from now on: theirs, with what was typed here over it. */
  values: Values
  /** Fields that both changed, to different values: the person decides. */
  collided: (keyof Values & string)[]
  /** Fields that hold what was typed here. */
  mine: (keyof Values & string)[]
}

/**
 * Puts what was typed over a newer state of the record, field by field: what only they changed is theirs, what only the
 * person changed stays, and what both changed stays as typed until it is decided. Nothing typed is lost.
 */
export function mergeEditConflict<Values extends Record<string, unknown>>(
  before: Values,
  typed: Values,
  theirs: Values,
): Merged<Values> {
  const names: (keyof Values & string)[] = Object.keys(theirs)
  const mine = names.filter((name) => differ(typed[name], before[name]) && differ(typed[name], theirs[name]))
  const collided = mine.filter((name) => differ(theirs[name], before[name]))
  const values = { ...theirs }
  for (const name of mine) values[name] = typed[name]
  return { values, collided, mine }
}
