/**
 * Whether two full names can be one person's: the same first and last word, and the words of one among those of the other
 * in the same order, so that a middle name may be missing or an initial. Two names without a word, of an application that
 * has none, are the same. Case, accents, spacing, periods and apostrophes do not count.
 */
export function samePerson(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const [short, long] = first.length <= second.length ? [first, second] : [second, first]
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false
  let found = 0
  for (const word of long) if (isSameWord(word, short[found])) found++
  return found === short.length
}

/** A single letter is the initial of any word that begins with it. */
function isSameWord(word: string, other: string | undefined): boolean {
  if (other === undefined) return false
  return (
    word === other || (word.length === 1 && other.startsWith(word)) || (other.length === 1 && word.startsWith(other))
  )
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
}
