import { isUnnamed } from '../policies/no-name.ts'

/** Name of a person as a policy has it. */
export interface PersonName {
  firstName: string
  lastName: string
}

/** `initial`: the last name and the first letter of the first name agree. */
export type NameAgreement = 'same' | 'initial' | 'similar' | 'different'

const generations = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])

/** Words of a name without case, accents and punctuation. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
}

/** 'jr', 'sr' or a number that tells two persons of one name apart. */
export function generationOf(words: readonly string[]): string | undefined {
  return words.find((word) => generations.has(word))
}

const withoutGeneration = (words: readonly string[]) => words.filter((word) => !generations.has(word))

/** Whether two names say different generations: never the same person. */
export function differInGeneration(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [generationOf(one), generationOf(other)]
  return a !== undefined && b !== undefined && a !== b
}

/** Compares the name of a line, in any order of its words, with a person's. Middle names may be on one side only; no name is like none. */
export function compareNames(line: string, { firstName, lastName }: PersonName): NameAgreement {
  if (isUnnamed({ firstName })) return 'different'
  const said = nameWords(line)
  const [first, last] = [nameWords(firstName), nameWords(lastName)]
  if (differInGeneration(said, [...first, ...last])) return 'different'
  const words = new Set(withoutGeneration(said))
  const [given] = first
  const family = withoutGeneration(last)
  const hasFamily = family.length > 0 && family.every((word) => words.has(word))
  if (hasFamily && given !== undefined) {
    if (words.has(given)) return 'same'
    const others = [...words].filter((word) => !family.includes(word))
    const initial = given[0] ?? ''
    if (others.length > 0 && others.every((word) => word.length === 1) && others.includes(initial)) return 'initial'
  }
  const known = withoutGeneration([...first, ...last]).filter((word) => word.length > 1)
  const alike = known.filter((word) => [...words].some((other) => isAlike(word, other)))
  return alike.length * 2 >= known.length && alike.length > 0 ? 'similar' : 'different'
}

/** Words of at least three letters that differ by one letter, or of which one begins the other. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < 3) return false
  if (one.startsWith(other) || other.startsWith(one)) return true
  return differByOne(one, other)
}

function differByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const rest = long.slice(at + 1)
  return short.length === long.length ? short.slice(at + 1) === rest : short.slice(at) === rest
}

/** Whether two names and birth dates of one policy number are one person: a changed name is not another person. */
export function isSamePerson(
  one: PersonName & { dob: string | null },
  other: PersonName & { dob: string | null },
): boolean {
  const [a, b] = [one, other].map(({ firstName, lastName }) => ({
    first: nameWords(firstName),
    last: nameWords(lastName),
  }))
  if (!a || !b || differInGeneration([...a.first, ...a.last], [...b.first, ...b.last])) return false
  const datesDiffer = one.dob !== null && other.dob !== null && one.dob !== other.dob
  const sameDate = one.dob !== null && one.dob === other.dob
  const agreement = compareNames(`${one.firstName} ${one.lastName}`, other)
  const reverse = compareNames(`${other.firstName} ${other.lastName}`, one)
  const isSame = agreement === 'same' || reverse === 'same'
  if (datesDiffer) return false
  if (isSame) return true
  const sameFirst = a.first[0] !== undefined && b.first[0] !== undefined && isAlike(a.first[0], b.first[0])
  const sameLast = a.last.some((word) => b.last.includes(word))
  return sameDate ? sameFirst || sameLast : sameFirst
}
