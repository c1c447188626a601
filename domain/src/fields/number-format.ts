/**
 * Number formats of report parameters (REPORT-07): `#,##0` groups thousands, `0.00` has two decimals, `0.##` up to two;
 * text before and after is shown unchanged: `$#,##0.00`, `0.0%`.
 */
interface NumberFormat {
  prefix: string
  grouped: boolean
  leastWhole: number
  leastDecimals: number
  maxDecimals: number
  suffix: string
}

const pattern = /^([^#0,.]*)([#0,]*)(?:\.([#0]+))?([^#0,.]*)$/

function formatOf(format: string): NumberFormat {
  const [, prefix = '', units = '', decimals = '', suffix = ''] = pattern.exec(format) ?? []
  return {
    prefix,
    grouped: units.includes(','),
    leastWhole: Math.max(1, units.replace(/[^0]/g, '').length),
    leastDecimals: decimals.replace(/[^0]/g, '').length,
    maxDecimals: decimals.length,
    suffix,
  }
}

const plain = /^(-?)(\d+)(?:\.(\d+))?$/

/** Formats a plain number such as "-1234.5"; '' for text that is not a number. Keeps its digits. */
export function showNumber(value: string, format: string): string {
  const parts = plain.exec(value)
  if (!parts) return ''
  const { prefix, grouped, leastWhole, leastDecimals, suffix } = formatOf(format)
  const [, sign = '', units = '', places = ''] = parts
  const digits = units.replace(/^0+(?=\d)/, '').padStart(leastWhole, '0')
  const whole = grouped ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : digits
  const decimals = places.replace(/0+$/, '').padEnd(leastDecimals, '0')
  return `${sign}${prefix}${whole}${decimals === '' ? '' : `.${decimals}`}${suffix}`
}

/** Parses an input of that format to a plain number; null if it is not a number or has too many decimals. */
export function readNumber(typed: string, format: string): string | null {
  const { prefix, suffix, maxDecimals } = formatOf(format)
  const bare = [prefix, suffix]
    .map((part) => part.trim())
    .filter(Boolean)
    .reduce((text, part) => text.replace(part, ''), typed.replace(/\s/g, ''))
  const parts = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(bare)
  if (!parts) return null
  const [, sign = '', units = '', places = ''] = parts
  const decimals = places.replace(/0+$/, '')
  if (decimals.length > maxDecimals || units.length > 15) return null
  const whole = units.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  return `${whole === '0' && decimals === '' ? '' : sign}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
