/** First and last name of a person. */
export interface SplitName {
  first: string
  last: string
}

const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i
/** Words that belong to the last name behind them: de la Cruz, van der Berg. */
const particle = /^(?:de|del|la|las|los|da|das|do|dos|di|van|von|der|den|el|al|st\.?|san|santa|mc|mac)$/i

/**
 * 'BOYD, ANA Q', 'Ana Q Boyd' and 'Boyd, Ana, Jr.' → first and last name; without a comma the last word with its particles and suffix is
 * the last name. Null for one word.
 */
export function splitName(text: string): SplitName | null {
  const [last = '', first = '', ...more] = text.split(',').map((part) => part.trim().replace(/\s+/g, ' '))
  if (!text.includes(',') || suffix.test(first)) return splitWords([last, first, ...more].join(' '))
  const ending = more.find((part) => suffix.test(part))
  return last && first ? { first, last: ending ? `${last} ${ending}` : last } : null
}

function splitWords(text: string): SplitName | null {
  const words = text.split(/\s+/).filter((word) => word !== '')
  let from = words.length - 1
  if (from > 1 && suffix.test(words[from] ?? '')) from--
  while (from > 1 && particle.test(words[from - 1] ?? '')) from--
  return from < 1 ? null : { first: words.slice(0, from).join(' '), last: words.slice(from).join(' ') }
}
