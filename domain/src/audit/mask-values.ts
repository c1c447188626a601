import { maskNumbers } from '../fields/mask-numbers.ts'
import type { FieldChange } from '../history/history-contract.ts'

const dots = '••••'

/** Fields whose values a history never shows, by words in their names. */
const secretField =
  /password|secret|token|\bpin\b|cvv|cvc|security code|authenticator|recovery|expir\w{0,8} of the card|card exp/i
/** Numbers shown by their last four digits: cards (PCI DSS 3.4.1), social security, bank and passport numbers. */
const numberField = /card|\bssn\b|social security|account number|routing|bank|passport|alien/i

const lastFour = (value: string) => {
  const digits = value.replace(/\D/g, '')
  return digits.length > 4 ? `${dots}${digits.slice(-4)}` : dots
}

/**
 * Value as an audit log may show it: no secrets, and only the last four digits of card and personal numbers,
 * regardless of the field's name. Idempotent.
 */
export function masked(field: string, value: string | null): string | null {
  if (value === null || value === '') return value
  if (secretField.test(field)) return dots
  if (numberField.test(field) && (value.match(/\d/g)?.length ?? 0) > 4) return lastFour(value)
  return maskNumbers(value, field)
}

/** Change with both values masked. */
export function maskedChange<Change extends FieldChange>(change: Change): Change {
  return { ...change, old: masked(change.field, change.old), new: masked(change.field, change.new) }
}
