import { isDifferent } from '../../platform/session/draft.ts'

/** State of a form after a record that someone else changed was reloaded under it. */
export interface Merged<Values> {
  /** New form values: the newer record with the user's input applied. */
  values: Values
  /** Fields that both users changed to different values; the user decides. */
  conflicts: (keyof Values & string)[]
  /** Fields that contain the user's input. */
  mine: (keyof Values & string)[]
}

/**
 * Three-way merge of a form with a newer record, field by field: fields only they changed take their value, fields only
 * the user changed keep the input, and conflicting fields keep the input until resolved. No input is lost.
 */
export function mergeEditConflict<Values extends Record<string, unknown>>(
  before: Values,
  typed: Values,
  theirs: Values,
): Merged<Values> {
  const names: (keyof Values & string)[] = Object.keys(theirs)
  const mine = names.filter((name) => isDifferent(typed[name], before[name]) && isDifferent(typed[name], theirs[name]))
  const conflicts = mine.filter((name) => isDifferent(theirs[name], before[name]))
  const values = { ...theirs }
  for (const name of mine) values[name] = typed[name]
  return { values, conflicts, mine }
}
