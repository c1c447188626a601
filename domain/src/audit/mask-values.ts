import type { FieldChange } from '../history/history-contract.ts'

const dots = '••••'

/** Fields whose values are shown to nobody in a history, by words of their names. */
const secretField =
  /password|secret|token|\bpin\b|cvv|cvc|security code|authenticator|recovery|expir\w{0,8} of the card|card exp/i
/** Numbers of which the last four digits may stand: cards (PCI DSS 3.4.1), social security, bank and passport numbers. */
const numberField = /card|\bssn\b|social security|account number|routing|bank|passport|alien/i

/** A card number or a social security number, as people type them, anywhere in a text. */
const numbersInText = /(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])|(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g

const lastFour = (value: string) => {
  const digits = value.replace(/\D/g, '')
  return digits.length > 4 ? `${dots}${digits.slice(-4)}` : dots
}

/**
 * A value as an audit log may show it: secrets are gone, of card and personal numbers the last four digits are left,
 * whatever the field is called. Whatever is masked already stays as it is.
 */
export function masked(field: string, value: string | null): string | null {
  if (value === null || value === '') return value
  if (secretField.test(field)) return dots
  if (numberField.test(field) && (value.match(/\d/g)?.length ?? 0) > 4) return lastFour(value)
  return value.replace(numbersInText, lastFour)
}

/** A change with both its values masked. */
export function maskedChange<Change extends FieldChange>(change: Change): Change {
  return { ...change, old: masked(change.field, change.old), new: masked(change.field, change.new) }
}
