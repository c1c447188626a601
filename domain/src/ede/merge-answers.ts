/** Values of answers: text, choices, and lists of people with an id. */
type Json = unknown

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPeople = (value: Json): value is { id: string }[] =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.id === 'string')
const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Three-way merge of answers that were changed in two windows: what was typed here is kept where it differs from what both
 * started from, everything else is the newer. People are matched by id, so that two windows can change two people.
 */
export function mergeAnswers<Answers>(before: Answers, typed: Answers, newer: Answers): Answers {
  return merged(before, typed, newer) as Answers // the merge of three of a shape has that shape
}

function merged(before: Json, typed: Json, newer: Json): Json {
  if (isSame(typed, before)) return newer
  if (isSame(newer, before)) return typed
  if (isPeople(typed) && isPeople(newer) && isPeople(before)) return mergedPeople(before, typed, newer)
  if (!isRecord(typed) || !isRecord(newer)) return typed
  const base = isRecord(before) ? before : {}
  return Object.fromEntries(
    Object.keys({ ...newer, ...typed }).map((name) => [name, merged(base[name], typed[name], newer[name])]),
  )
}

/** People of both, in the order of the newer; one whom either window removed is gone unless the other changed them. */
function mergedPeople(before: { id: string }[], typed: { id: string }[], newer: { id: string }[]): Json {
  const find = (people: { id: string }[], id: string) => people.find((person) => person.id === id)
  const ids = [...new Set([...newer, ...typed].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [base, mine, theirs] = [find(before, id), find(typed, id), find(newer, id)]
    if (mine && theirs) return [merged(base, mine, theirs)]
    const left = mine ?? theirs
    return base && isSame(base, left) ? [] : [left]
  })
}
