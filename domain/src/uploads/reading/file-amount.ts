/** Largest amount of numeric(12,2). */
const maxDigits = 10
/** No cell with an amount is longer. */
const maxLength = 60

/** An amount as accounts write it: CR for a credit, DR or DB for a debit. */
interface MarkedFigure {
  figure: string
  mark: 'CR' | 'DR' | null
}

/** '10.00 CR' → 10.00 and CR; text without a mark stays as it is. */
export function splitMark(text: string): MarkedFigure {
  const mark = text.length > maxLength ? null : /(CR|DR|DB)\.?$/i.exec(text)
  const figure = text.slice(0, mark?.index).trimEnd()
  if (!mark || !/\d/.test(figure)) return { figure: text, mark: null }
  return { figure, mark: mark[1]?.toUpperCase() === 'CR' ? 'CR' : 'DR' }
}

/** Figure alone of 'USD 1.204,50 CR', by which a file shows its decimal sign. */
export const bareFigure = (text: string) => withoutCurrency(splitMark(text).figure)

/** Without the currency: 'USD 10.00', '(10.00 USD)' and 'US$10.00' → '10.00', '(10.00)' and '$10.00'. */
function withoutCurrency(text: string): string {
  if (text.length > maxLength || !/US/i.test(text)) return text
  return text.replace(/^([-+(\u2212\u2013]?\s*)US(?:D|(?=\$))\s*|\s*USD(\s*\)?)$/i, '$1$2')
}

/**
 * "$1,234.50", "1234.5", "USD 66.00", "(66.00)", "$(66.00)", "-$66", "66.00-" → "1234.50", "66.00", "-66.00"; "$ -", the zero of
 * spreadsheets → "0.00". Undefined if it is not an amount of at most ten whole digits.
 */
export function readFileAmount(typed: string): string | undefined {
  if (/^-?[1-9]\d{0,9}\.\d\d$/.test(typed)) return typed
  const text = withoutCurrency(typed)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\s+/g, '')
  if (text === '$-') return '0.00'
  const parts =
    /^(?<outer>[-+(])?\$?(?<inner>[-+(])?\$?(?<whole>\d+|\d{1,3}(?:,\d{3})+)?(?:\.(?<fraction>\d{0,2})0*)?(?<close>\))?(?<trailing>[-+])?$/.exec(
      text,
    )?.groups
  if (!parts || (parts.whole === undefined && !parts.fraction)) return undefined
  const signs = [parts.outer, parts.inner, parts.trailing].filter((sign) => sign !== undefined)
  if (signs.length > 1 || signs.includes('(') !== (parts.close !== undefined)) return undefined
  const whole = (parts.whole ?? '0').replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (whole.length > maxDigits) return undefined
  const amount = `${whole}.${(parts.fraction ?? '').padEnd(2, '0')}`
  const isNegative = signs.length > 0 && signs[0] !== '+'
  return isNegative && amount !== '0.00' ? `-${amount}` : amount
}
