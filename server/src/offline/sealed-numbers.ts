import type { FieldSealer, SealedPlace } from '../platform/secrets/sealed-field.ts'

/** The columns with numbers that are kept sealed; a hash to find them by stands in `…_search` beside each (reseal.ts). */
export type NumberColumn =
  | { table: 'offline_applications'; column: 'ssn_sealed' | 'card_number_sealed' }
  | { table: 'offline_app_members'; column: 'ssn_sealed' }

/** Where a number of a row stands. */
export const placeOf = (column: NumberColumn, row: number): SealedPlace => ({ ...column, row: String(row) })

/** A number's digits as a row keeps them; nothing of an absent one. */
export function sealedNumber(sealer: FieldSealer, column: NumberColumn, row: number, digits: string | null) {
  if (digits === null) return { sealed: null, search: null, last4: null }
  return {
    sealed: sealer.seal(placeOf(column, row), digits),
    search: sealer.searchHash(column, digits),
    last4: digits.slice(-4),
  }
}
