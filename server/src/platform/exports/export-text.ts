/**
 * Regular expression class of characters that may start a formula: = + - @, their Unicode compatibility forms (NFKC) such as
 * the full-width ＝＋－＠ that East Asian spreadsheets evaluate, and the minus sign U+2212.
 */
export const formulaStart =
  '=+\\-@\u207a\u207b\u207c\u208a\u208b\u208c\u2212\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20'

/**
 * A spreadsheet runs a cell that begins so: OWASP ASVS 5.0 1.2.10, and CR, LF and full-width characters as OWASP's CSV injection
 * page adds. White space before a formula is guarded too, since some programs trim it when they open a file.
 */
const trigger = new RegExp(`^(?:[\\t\\r\\n\\0]|\\s*[${formulaStart}])`)

/**
 * Text that a spreadsheet shows instead of running: a leading trigger gets a single quote in front.
 * `clean` is the text after the format dropped what it cannot hold, which must not bring a trigger to the front.
 * For text cells only; a negative amount or a date is a typed number and stays as it is.
 */
export function guardText(text: string, clean = text): string {
  return trigger.test(clean) || trigger.test(text) ? `'${clean}` : clean
}

const decimal = /^-?\d+(?:\.\d+)?$/

/** Whether the text is a decimal number in PostgreSQL's format; 'NaN' and 'Infinity' are not. */
export function isDecimal(text: string): boolean {
  return decimal.test(text)
}

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/

/** Formats '2026-01-31' as '01/31/2026'; null for 'infinity' and years BC. */
export function shownDay(text: string): string | null {
  const parts = isoDay.exec(text)
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : null
}

/** Formats '-1234.5' as '(1,234.50)', with at least two decimals. Input must pass `isDecimal`. */
export function shownMoney(text: string): string {
  const negative = text.startsWith('-')
  const [whole = '0', cents = ''] = (negative ? text.slice(1) : text).split('.')
  const amount = `${grouped(whole)}.${cents.padEnd(2, '0')}`
  return negative ? `(${amount})` : amount
}

/** Formats '-1234' as '-1,234'. Input must pass `isDecimal`. */
export function shownNumber(text: string): string {
  const negative = text.startsWith('-')
  const [whole = '0', rest] = (negative ? text.slice(1) : text).split('.')
  return `${negative ? '-' : ''}${grouped(whole)}${rest === undefined ? '' : `.${rest}`}`
}

function grouped(digits: string): string {
  if (digits.length <= 3) return digits
  const first = digits.length % 3 || 3
  let shown = digits.slice(0, first)
  for (let at = first; at < digits.length; at += 3) shown += `,${digits.slice(at, at + 3)}`
  return shown
}
