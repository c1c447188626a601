/** What a common password is dressed up with: letters written as digits and signs. `1` and `!` stand for i or for l. */
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

/** As many digits and signs next to a word are tried as letters of it, such as the last one of Pa55w0r|). */
const maxDisguisedAtEdge = 6

/** More than this many characters before and after a common word, that are no pattern, make it a password of its own. */
const maxAround = 6

/**
 * The common word that a password is a variant of, or null: letter case, accents, letters written as digits and signs,
 * separators, a word said twice, and digits, years and signs before and after do not hide it (P-02). `list` holds common
 * words by their forms as `foldedForms` gives them.
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

/** The first of the words of four letters and more that a password contains, however it is written, or null. */
export function ownWordIn(password: string, texts: readonly string[]): string | null {
  const forms = foldedForms(password)
  const words = texts.flatMap(wordsOf).filter((word) => word.length >= 4)
  return words.find((word) => forms.some((form) => form.includes(word))) ?? null
}

/** A word in its small letters only: once with digits and signs read as the letters they stand for, once without them. */
export function foldedForms(word: string): string[] {
  const text = plain(word)
  const read = [...text].map((character) => disguises[character] ?? character).join('')
  const readAsL = [...text].map((character) => ('1!|'.includes(character) ? 'l' : (disguises[character] ?? character)))
  return [...new Set([read, readAsL.join(''), text].map((form) => form.replace(/[^\p{L}]/gu, '')))]
}

/** Names and addresses as words; of an e-mail address the name as a whole too, without its top-level domain. */
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

/** What is left of digits and signs without years, repetitions and runs such as 1234. */
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

/** The word of the list that a form is, or is the repetition of; or two or three letters said again and again. */
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
