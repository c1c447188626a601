import { type NumberName, numberNameOf } from './number-name.ts'

/**
 * How a value is interpreted: `personal`, a personal number by its name; `within`, part of such a value; `other`, a
 * known other number; `plain`, anything.
 */
type Reading = 'personal' | 'within' | 'other' | 'plain'

/** Three, two and four digits with the usual separators, a notation no other number of ours has. */
const written =
  /(?<![\d*])(?<!\d[.,])\d{3}\)?(?: ?[-._/\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212]{1,2} ?| {1,2})\d{2}(?: ?[-._/\u00a0\u2007\u2009\u202f\u2010-\u2015\u2212]{1,2} ?| {1,2})\d{4}(?!\d)/g
/** With the first dash only, as some forms format it. */
const halfWritten = /(?<![\w-])\d{3}-\d{6}(?![\w-])/g
/** Nine digits alone: not part of a longer number, word, amount or number with dashes. */
const bare = /(?<![\p{L}\p{N}*])(?<![\p{N}][-.,/])(?<!\p{L}[-/#])(?<!\$ ?)\d{9}(?![\p{L}\p{N}])(?![-.,/]\p{N})/gu
/** Nine digits directly after a label of a personal number. */
const labeled =
  /((?:(?<![A-Za-z])ssn|[a-z]Ssn|[a-z]SSN|social.?sec[a-z]{0,5}|(?<![A-Za-z])i?tin|tax.?id)(?:[^\p{L}\p{N}]|number|is|no|full|value){0,8})(\d{9}|\d{3}-\d{6})(?!\d)/giu
/** 13 to 19 digits, alone or in groups and no start of a UUID; a card if the check digit is valid. */
const cards = /(?<![\p{L}\p{N}*]|[\p{N}][-. ])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}]|-[\da-fA-F]{4}-)/gu
/** Digits of a personal number in any notation. */
const digitGroups = /\d(?:[^\dA-Za-z*]{0,3}\d){4,}/g
/** Quick check: fewer digits are never a personal number, and most cells have fewer. */
const nineDigits = /(?:\d\D{0,3}){8}\d/
/** Zero-width characters, and digits of other widths or scripts that normalize to ASCII. */
const disguised = /[\p{Cf}\u{ff10}-\u{ff19}\u{1d7ce}-\u{1d7ff}]/u
const dateLike = /^\s*(?:[12]\d{3}-\d{2}-\d{2}(?:[T ].*)?|\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2}))\s*$/

/** Deeper data is masked as text. */
const maxDepth = 200

class TooDeep extends Error {}

/**
 * Masks personal numbers in a text: social security and taxpayer numbers in common notations, nine digits alone unless
 * `name` or the preceding words identify another number, and card numbers. The last four digits stay. JSON inside the
 * text is masked by member. Idempotent.
 */
export function maskNumbers(text: string, name = ''): string {
  return maskText(text, readingOf(numberNameOf(name), 'plain'), 0)
}

/** Masks a JSON document by names and values of its members, at every depth; malformed JSON as text. */
export function maskDocument(text: string): string {
  return maskNumbers(text)
}

/** Masks everything in parsed JSON; unchanged parts keep their identity. */
export function maskData(data: unknown): unknown {
  try {
    return maskAny(data, 'plain', 0)
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

function readingOf(name: NumberName, above: Reading, isTyped = false): Reading {
  if (name === 'personal') return 'personal'
  if (name === 'other') return 'other'
  if (above === 'personal' || above === 'within' || isTyped) return 'within'
  if (name === 'id') return 'other'
  return name === 'value' ? above : 'plain'
}

function maskAny(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > maxDepth) throw new TooDeep()
  if (typeof value === 'string') return maskText(value, reading, depth)
  if (typeof value === 'number') return maskNumeric(value, reading)
  if (Array.isArray(value)) return value.map((item) => maskAny(item, reading, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isTyped = entries.some(([, item]) => typeof item === 'string' && item.length <= 40 && saysPersonal(item))
  return Object.fromEntries(
    entries.map(([name, item]) => [
      maskText(name, 'plain', depth),
      maskAny(item, readingOf(numberNameOf(name), reading, isTyped), depth + 1),
    ]),
  )
}

/** Detects {"type": "SSN", "value": …}: a value that names the kind of its siblings. */
function saysPersonal(text: string): boolean {
  return !/\d{3}/.test(text) && text.split(/\s+/).length <= 4 && numberNameOf(text) === 'personal'
}

function maskNumeric(value: number, reading: Reading): unknown {
  if (!Number.isInteger(value)) return value
  const text = String(value)
  const masked = maskText(text, reading, 0)
  return masked === text ? value : masked
}

function maskText(text: string, reading: Reading, depth: number): string {
  const isDisguised = disguised.test(text)
  if (!isDisguised && !/\d/.test(text)) return text
  if (/^\s*[[{"]/.test(text)) {
    const masked = maskJson(text, reading, depth)
    if (masked !== null) return masked
  }
  if (isDisguised) {
    const plain = text.replace(/\p{Cf}/gu, '').normalize('NFKC')
    const masked = maskText(plain, reading, depth)
    return masked === plain ? text : masked
  }
  if (reading === 'personal' || reading === 'within') {
    if (dateLike.test(text)) return text
    const least = reading === 'personal' ? 5 : 7
    const masked = text.replace(digitGroups, (digits) =>
      digits.replace(/\D/g, '').length < least ? digits : maskOf(digits),
    )
    return maskLoose(masked, 'plain')
  }
  return maskLoose(text, reading)
}

/** Masks values in unstructured text. */
function maskLoose(text: string, reading: Reading): string {
  if (!nineDigits.test(text)) return text
  const masked = text
    .replace(written, maskOf)
    .replace(halfWritten, maskOf)
    .replace(labeled, (_all, label: string, digits: string) => label + maskOf(digits))
  // Prose in such a field, as in a note on a policy, is treated like any text.
  if (reading === 'other' && !(/\s/.test(text) && /\p{L}/u.test(text))) return masked
  return masked
    .replace(bare, (digits, at: number, whole: string) => (isNamedBefore(whole, at) ? digits : maskOf(digits)))
    .replace(cards, (digits, at: number, whole: string) =>
      isCard(digits) && !isNamedBefore(whole, at) ? maskOf(digits) : digits,
    )
}

/** Whether the words directly before a number, such as `"policyNumber":` or `NPN`, identify another number. */
function isNamedBefore(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 48), at)
  const label = /([A-Za-z_]+)(?: ?(#|[Nn]o\.?|[Nn]umber|[Ii][Dd]))?["'\\]{0,4}[ :=#]{1,3}["'\\]{0,4}$/.exec(before)
  if (!label) return false
  return numberNameOf([label[1], label[2]].filter(Boolean).join(' ')) === 'other'
}

/** Masks the JSON in a text; null if it is not JSON or too deep. Text that needs no mask is returned unchanged. */
function maskJson(text: string, reading: Reading, depth: number): string | null {
  try {
    const data: unknown = JSON.parse(text)
    const masked = JSON.stringify(maskAny(data, reading, depth + 1))
    // For duplicate keys, parsing keeps only the last value, so the text itself is checked too.
    return masked === JSON.stringify(data) && maskLoose(text, 'plain') === text ? text : masked
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TooDeep || error instanceof RangeError) return null
    throw error
  }
}

function maskOf(digits: string): string {
  const plain = digits.replace(/\D/g, '')
  return plain.length <= 9 ? `***-**-${plain.slice(-4)}` : `****${plain.slice(-4)}`
}

/** Luhn check, and a first digit used by cards. */
function isCard(digits: string): boolean {
  const plain = digits.replace(/\D/g, '')
  if (!/^[2-6]/.test(plain)) return false
  let sum = 0
  for (const [place, sign] of [...plain].reverse().entries()) {
    const digit = Number(sign) * (place % 2 === 1 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
