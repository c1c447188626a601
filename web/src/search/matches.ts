/** A piece of a text, and whether it is what was looked for. */
export interface Piece {
  text: string
  hit: boolean
}

/**
 * Splits a text at what was looked for, whatever the case and accents; a number also where the text sets blanks, brackets
 * or dashes between its digits. All pieces together are the text.
 */
export function piecesOf(text: string, typed: string): Piece[] {
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

/** The whole of what was typed, or else each word of it. */
function wordsOf(typed: string): string[] {
  return typed.trim().split(/\s+/).filter(Boolean)
}

/** Where `wanted` stands in a text of which only some signs count. */
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

/** Without case and accents. */
function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
