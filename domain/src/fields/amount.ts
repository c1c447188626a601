import { z } from 'zod'

const decimal = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** Message for text that is not an amount. */
export const notAmount = 'Type an amount, like 1250.50'

/** Money in the API and in SQL: decimal text with two places, such as "612.84" or "-66.00"; never a float. */
export const Amount = z.string().regex(/^-?\d+\.\d{2}$/, notAmount)
export type Amount = z.infer<typeof Amount>

/** "612.84" → 61284 whole cents; null if the text is not an amount. */
export function cents(amount: string): number | null {
  const parts = decimal.exec(amount)
  if (!parts) return null
  const total = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(total)) return null
  return parts[1] === '-' ? 0 - total : total
}

/** 61284 → "612.84". */
export function amountOf(wholeCents: number): Amount {
  const absolute = Math.abs(wholeCents)
  return `${wholeCents < 0 ? '-' : ''}${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** "1234.5" → "1,234.50"; negatives in parentheses, as in every money column. */
export function showAmount(amount: string | null | undefined): string {
  const total = amount ? cents(amount) : null
  if (total === null) return ''
  const [units, places] = amountOf(Math.abs(total)).split('.')
  const text = `${(units ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`
  return total < 0 ? `(${text})` : text
}

/** "1234.5" → "$1,234.50" (CONST-13). */
export function showMoney(amount: string | null | undefined): string {
  const text = showAmount(amount)
  if (text === '') return ''
  return text.startsWith('(') ? `($${text.slice(1)}` : `$${text}`
}

/** Parses a money input; accepts "$", grouping commas and parentheses; null if it is not an amount. */
export function readMoney(typed: string): Amount | null {
  const parts = /^(?:(-?)\$?|(\()\$?)(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?(\)?)$/.exec(typed.replace(/\s/g, ''))
  // Parentheses must match.
  if (!parts || (parts[2] === '(') !== (parts[5] === ')')) return null
  const total = cents(`${(parts[3] ?? '').replaceAll(',', '')}${parts[4] ?? ''}`)
  return total === null ? null : amountOf(parts[1] || parts[2] ? 0 - total : total)
}

/** "12.5" → "12.5%" (CONST-13). */
export function showPercent(percent: string): string {
  return /^-?\d+(\.\d+)?$/.test(percent.trim()) ? `${percent.trim()}%` : ''
}

/** Parses a percent input → "12.5"; accepts "%" and spaces; null if it is not a number. */
export function readPercent(typed: string): string | null {
  const plain = typed.replace(/[%\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : null
}

/** Sum of decimal amounts, to the cent; missing ones count nothing. */
export const sumOfAmounts = (amounts: readonly (string | null)[]): string =>
  amountOf(amounts.reduce((sum, amount) => sum + (cents(amount ?? '') ?? 0), 0))
