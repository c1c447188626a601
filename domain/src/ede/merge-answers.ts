import { type EdeAnswers, newPerson } from './ede-answers.ts'

/** Values of answers: text, choices, and lists of people with an id. */
type Json = unknown

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPeople = (value: Json): value is { id: string }[] =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.id === 'string')
const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Three-way merge of answers that were changed in two windows: what was typed here is kept where it differs from what both
 * started from, everything else is the newer. People are matched by id, so that two windows can change two people; two
 * new people who got the same id stay two.
 */
export function mergeAnswers(before: EdeAnswers, typed: EdeAnswers, newer: EdeAnswers): EdeAnswers {
  return merged(before, withOwnIds(before, typed, newer), newer) as EdeAnswers // the merge of three has their shape
}

/** The typed answers, where new people whose id the other window gave to another person have the next free one. */
function withOwnIds(before: EdeAnswers, typed: EdeAnswers, newer: EdeAnswers): EdeAnswers {
  const taken = [before, typed, newer].flatMap(everyone)
  return everyone(typed).reduce((answers, person) => {
    const theirs = newer.household.people.find(({ id }) => id === person.id)
    const isKnown = everyone(before).some(({ id }) => id === person.id)
    // The server answers without the number, also after a save whose answer was lost.
    if (isKnown || !theirs || isSame({ ...person, ssn: '' }, { ...theirs, ssn: '' })) return answers
    const { id } = newPerson(taken)
    taken.push({ id })
    return withId(answers, person.id, id)
  }, typed)
}

/** People of the household, and the one in the form. */
const everyone = ({ household: { people, entering } }: EdeAnswers): { id: string }[] =>
  entering && !people.some(({ id }) => id === entering.id) ? [...people, entering] : people

function withId({ household, income, coverage, ...rest }: EdeAnswers, from: string, to: string): EdeAnswers {
  const moved = <Person extends { id: string }>(person: Person) => (person.id === from ? { ...person, id: to } : person)
  return {
    ...rest,
    household: { people: household.people.map(moved), entering: household.entering && moved(household.entering) },
    income: { people: income.people.map(moved) },
    coverage: { people: coverage.people.map(moved) },
  }
}

function merged(before: Json, typed: Json, newer: Json): Json {
  if (isSame(typed, before)) return newer
  if (isSame(newer, before)) return typed
  if (isPeople(typed) && isPeople(newer) && isPeople(before)) return mergedPeople(before, typed, newer)
  if (!isRecord(typed) || !isRecord(newer)) return typed
  const base = isRecord(before) ? before : {}
  // Two people in the form, of whom it shows one: the one here.
  if (typed.id !== newer.id) return typed
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
