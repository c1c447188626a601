import { type EdeAnswers, newPerson, type TypedPerson } from './ede-answers.ts'
import { fullName } from './review-text.ts'

/** Values of answers: text, choices, and lists of people with an id. */
type Json = unknown

/** Answers as the server returns them: Social Security numbers by their last four digits only. */
export interface StoredAnswers {
  answers: EdeAnswers
  numbers: Readonly<Record<string, string>>
}

/**
 * An answer that both windows changed: the value that counts now, and the one that does not. Its path names people by their
 * ids. Where a window removed a person whom the other changed, it is null.
 */
export interface BothChanged {
  path: readonly string[]
  kept: Json
  other: Json
  /** Name of the person whom it is about. */
  name: string
}
type Change = Omit<BothChanged, 'name'>

const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPeople = (value: Json): value is { id: string }[] =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.id === 'string')
const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Three-way merge of answers that were changed in two windows: what was typed here is kept where it differs from what both
 * started from, everything else is the newer. People are matched by id, so that two windows can change two people; two
 * new people who got the same id stay two. `both` names each value that is not kept, so that no one loses it unnoticed.
 */
export function mergeAnswers(
  before: StoredAnswers,
  typedHere: EdeAnswers,
  newer: StoredAnswers,
): { answers: EdeAnswers; both: readonly BothChanged[] } {
  const typed = withOwnIds(before.answers, typedHere, newer.answers)
  const { household: old, ...oldRest } = before.answers
  const { household: mine, ...myRest } = typed
  const { household: theirs, ...theirRest } = newer.answers
  const both: Change[] = []
  const household = mergedHousehold(old, mine, theirs, both)
  both.push(...changedNumbers(before, typed, newer))
  const rest = merged({ path: [], both }, oldRest, myRest, theirRest) as Omit<EdeAnswers, 'household'> // their shape
  const everyAnswers = [typed, newer.answers, before.answers]
  const gone = everyone(old).filter(({ id }) => !everyone(household).some((person) => person.id === id))
  both.push(...gone.flatMap(({ id }) => answersOfRemoved(id, before.answers, [typed, newer.answers])))
  const named = [household, ...everyAnswers.map((one) => one.household)].flatMap(everyone)
  const nameOf = (id: string | undefined) => fullName(named.find((person) => person.id === id))
  return {
    answers: { ...rest, household },
    both: both.map((one) => ({ ...one, name: one.path[1] === 'people' ? nameOf(one.path[2]) : '' })),
  }
}

/** Income and coverage that a window changed of a person whom the other one removed. */
function answersOfRemoved(id: string, before: EdeAnswers, windows: readonly EdeAnswers[]): Change[] {
  const parts = ['income', 'coverage'] as const
  return parts.flatMap((part) => {
    const of = (answers: EdeAnswers) => answers[part].people.find((one) => one.id === id)
    const isBlank = (value: Json) => isRecord(value) && (value.has === '' || value.coverage === '')
    const changed = windows.map(of).find((one) => one && !isSame(one, of(before)) && !isBlank(one))
    return changed ? [{ path: [part, 'people', id], kept: null, other: changed }] : []
  })
}

/**
 * People with what is in the form: it may be of a person whom the other window saved or has in its own form. The form here
 * stays open; a person in the form of the other window only is in the list, as far as they were typed.
 */
function mergedHousehold(
  before: EdeAnswers['household'],
  typed: EdeAnswers['household'],
  newer: EdeAnswers['household'],
  both: Change[],
): EdeAnswers['household'] {
  const path = ['household', 'people']
  const all = mergedPeople({ path, both }, everyone(before), everyone(typed), everyone(newer)) as TypedPerson[] // theirs
  const saved = mergedPeople({ path, both: [] }, before.people, typed.people, newer.people) as TypedPerson[] // theirs
  const inForm = isSame(typed.entering, before.entering) ? newer.entering : typed.entering
  return {
    people: all.flatMap((person) => (person.id === inForm?.id ? saved.filter(({ id }) => id === person.id) : [person])),
    entering: all.find(({ id }) => id === inForm?.id) ?? null,
  }
}

/** Numbers that were typed here for people whose stored number the other window changed to another one. */
function changedNumbers(before: StoredAnswers, typed: EdeAnswers, newer: StoredAnswers): Change[] {
  return everyone(typed.household).flatMap(({ id, ssn }) => {
    const [kept, other] = [ssn.slice(-4), newer.numbers[id]]
    const isChanged = kept !== '' && other !== undefined && other !== before.numbers[id] && other !== kept
    return isChanged ? [{ path: ['household', 'people', id, 'ssn'], kept, other }] : []
  })
}

/** The typed answers, where new people whose id the other window gave to another person have the next free one. */
function withOwnIds(before: EdeAnswers, typed: EdeAnswers, newer: EdeAnswers): EdeAnswers {
  const taken: { id: string }[] = [before, typed, newer].flatMap(({ household }) => everyone(household))
  return everyone(typed.household).reduce((answers, person) => {
    const theirs = everyone(newer.household).find(({ id }) => id === person.id)
    const isKnown = everyone(before.household).some(({ id }) => id === person.id)
    // The server answers without the number, also after a save whose answer was lost.
    if (isKnown || !theirs || isSame({ ...person, ssn: '' }, { ...theirs, ssn: '' })) return answers
    const { id } = newPerson(taken)
    taken.push({ id })
    return withId(answers, person.id, id)
  }, typed)
}

/** People of the household as they are typed: with the one in the form. */
function everyone({ people, entering }: EdeAnswers['household']): TypedPerson[] {
  if (!entering) return people
  const isListed = people.some(({ id }) => id === entering.id)
  return isListed ? people.map((one) => (one.id === entering.id ? entering : one)) : [...people, entering]
}

function withId({ household, income, coverage, ...rest }: EdeAnswers, from: string, to: string): EdeAnswers {
  const moved = <Person extends { id: string }>(person: Person) => (person.id === from ? { ...person, id: to } : person)
  return {
    ...rest,
    household: { people: household.people.map(moved), entering: household.entering && moved(household.entering) },
    income: { people: income.people.map(moved) },
    coverage: { people: coverage.people.map(moved) },
  }
}

interface Place {
  path: readonly string[]
  /** Takes each value that is not kept. */
  both: Change[]
}
const within = ({ path, both }: Place, name: string): Place => ({ path: [...path, name], both })

/** A question that no one had opened is blank: who leaves it so did not change it. */
function blankFor(value: Json): Json {
  if (Array.isArray(value)) return []
  return isRecord(value) ? {} : ''
}

function merged(place: Place, before: Json, typed: Json, newer: Json): Json {
  const base = before === undefined ? blankFor(typed) : before
  if (isSame(typed, base) || isSame(typed, newer)) return newer
  if (isSame(newer, base)) return typed
  if (isPeople(typed) && isPeople(newer) && isPeople(base)) return mergedPeople(place, base, typed, newer)
  if (isRecord(typed) && isRecord(newer)) {
    const old = isRecord(base) ? base : {}
    return Object.fromEntries(
      Object.keys({ ...newer, ...typed }).map((name) => [
        name,
        merged(within(place, name), old[name], typed[name], newer[name]),
      ]),
    )
  }
  place.both.push({ path: place.path, kept: typed, other: newer })
  return typed
}

/** People of both, in the order of the newer; one whom either window removed is gone unless the other changed them. */
function mergedPeople(
  place: Place,
  before: { id: string }[],
  typed: { id: string }[],
  newer: { id: string }[],
): Json[] {
  const find = (people: { id: string }[], id: string) => people.find((person) => person.id === id)
  const ids = [...new Set([...newer, ...typed].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [base, mine, theirs] = [find(before, id), find(typed, id), find(newer, id)]
    if (mine && theirs) return [merged(within(place, id), base, mine, theirs)]
    const left = mine ?? theirs
    if (base && isSame(base, left)) return []
    if (base && place.path[0] === 'household') place.both.push({ path: [...place.path, id], kept: left, other: null })
    return [left]
  })
}
