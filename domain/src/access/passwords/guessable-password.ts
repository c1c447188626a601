/** Characters commonly substituted for letters. `1` and `!` may mean i or l. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}

/** Digits and symbols next to a word that are tried as letters of it, such as the last one of Pa55w0r|). */
const maxDisguisedAtEdge = 6

/** More than this many characters around a common word, not forming a pattern, make the password acceptable. */
const maxAround = 6

/**
 * Common word of which a password is a variant, or null. Ignores letter case, accents, substituted digits and symbols,
 * separators, repetition, and surrounding digits, years and symbols (P-02). `list` maps the forms of `foldedForms` to
 * common words.
 */
export function commonWordIn(password: string, list: ReadonlyMap<string, string>): string | null {
  const text = plain(password)
  const [before, after] = edges(text)
  if (before === text.length) return randomLength(text) > maxAround ? null : text.slice(0, 4)
  for (let start = before; start >= Math.max(0, before - maxDisguisedAtEdge); start--)
    for (let end = text.length - after; end <= Math.min(text.length, text.length - after + maxDisguisedAtEdge); end++) {
      if (randomLength(text.slice(0, start)) + randomLength(text.slice(end)) > maxAround) continue
      for (const form of foldedForms(text.slice(start, end))) {
        const word = oneOf(form, list)
        if (word) return word
      }
    }
  return null
}

/** First of the given words (four letters or more) that the password contains in any form, or null. */
export function ownWordIn(password: string, texts: readonly string[]): string | null {
  const forms = foldedForms(password)
  const words = texts.flatMap(wordsOf).filter((word) => word.length >= 4)
  return words.find((word) => forms.some((form) => form.includes(word))) ?? null
}

/** A word as lowercase letters only: with substituted characters read as letters, and without them. */
export function foldedForms(word: string): string[] {
  const text = plain(word)
  const read = [...text].map((character) => disguises[character] ?? character).join('')
  const readAsL = [...text].map((character) => ('1!|'.includes(character) ? 'l' : (disguises[character] ?? character)))
  return [...new Set([read, readAsL.join(''), text].map((form) => form.replace(/[^\p{L}]/gu, '')))]
}

/** Words of names and addresses; for an email address also the whole name, without the top-level domain. */
function wordsOf(text: string): string[] {
  const [local = '', domain = ''] = plain(text).split('@')
  const parts = [...local.split(/[^\p{L}]+/u), ...domain.split('.').slice(0, -1)]
  return [local, ...parts].map((part) => part.replace(/[^\p{L}]/gu, '')).filter(Boolean)
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function edges(text: string): [before: number, after: number] {
  const first = text.search(/\p{L}/u)
  if (first < 0) return [text.length, 0]
  const last = text.search(/\p{L}[^\p{L}]*$/u)
  return [first, text.length - last - 1]
}

/** Count of digits and symbols that remain without years, repetitions and sequences such as 1234. */
function randomLength(around: string): number {
  let length = 0
  const rest = around.replace(/(?:19|20)\d\d/g, '')
  for (let at = 0; at < rest.length; at++) {
    const [two, one, now] = [rest.charCodeAt(at - 2), rest.charCodeAt(at - 1), rest.charCodeAt(at)]
    const goesOn = at >= 2 && now - one === one - two && Math.abs(now - one) <= 1
    if (!goesOn) length++
  }
  return length
}

/** Word of the list that a form equals or repeats, or two or three repeated letters. */
function oneOf(form: string, list: ReadonlyMap<string, string>): string | null {
  const word = list.get(form)
  if (word) return word
  for (let length = 1; length <= form.length / 2; length++) {
    const unit = form.slice(0, length)
    if (unit.repeat(form.length / length) === form && form.length % length === 0) {
      const said = length <= 3 ? unit : list.get(unit)
      if (said) return said
    }
  }
  return null
}
