/** Part of a text, and whether it matches the search term. */
export interface Piece {
  text: string
  hit: boolean
}

/**
 * Splits a text at matches of the search term, ignoring case and accents; digits also match across spaces, brackets and
 * dashes. The parts joined are the text.
 */
export function splitAtMatches(text: string, typed: string): Piece[] {
  const found = /^[\d\s().+-]+$/.test(typed)
    ? findIn(text, typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, ''), (sign) => /\d/.test(sign))
    : wordsOf(typed).flatMap((word) => findIn(text, word, () => true).slice(0, 1))
  const pieces: Piece[] = []
  let at = 0
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    if (from < at) continue
    if (from > at) pieces.push({ text: text.slice(at, from), hit: false })
    pieces.push({ text: text.slice(from, to), hit: true })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hit: false })
  return pieces
}

/** The whole search term, or else each of its words. */
function wordsOf(typed: string): string[] {
  return typed.trim().split(/\s+/).filter(Boolean)
}

/** Position of `wanted` in a text of which only some characters count. */
function findIn(text: string, wanted: string, counts: (sign: string) => boolean): [from: number, to: number][] {
  const plain = plainText(wanted)
  if (plain === '') return []
  const signs: { sign: string; from: number; to: number }[] = []
  let at = 0
  for (const sign of text) {
    if (counts(sign))
      for (const part of plainText(sign).split('')) signs.push({ sign: part, from: at, to: at + sign.length })
    at += sign.length
  }
  const from = signs
    .map(({ sign }) => sign)
    .join('')
    .indexOf(plain)
  const [first, last] = [signs[from], signs[from + plain.length - 1]]
  return from < 0 || !first || !last ? [] : [[first.from, last.to]]
}

/** Removes case and accents. */
function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
