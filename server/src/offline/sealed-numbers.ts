import type { FieldSealer, SealedPlace } from '../platform/secrets/sealed-field.ts'

/** Columns with sealed numbers; each has a search hash in its `…_search` column (reseal.ts). */
export type NumberColumn =
  | { table: 'offline_applications'; column: 'ssn_sealed' | 'card_number_sealed' }
  | { table: 'offline_app_members'; column: 'ssn_sealed' }
  | { table: 'ede_people'; column: 'ssn_sealed' }
  | { table: 'bank_accounts'; column: 'account_sealed' }
  | { table: 'payout_settings'; column: 'account_sealed' }
  | { table: 'agent_tax_facts'; column: 'tin_sealed' }

/** Location of a sealed number in its table. */
export const placeOf = (column: NumberColumn, row: number): SealedPlace => ({ ...column, row: String(row) })

/** A number's digits as stored columns; empty for an absent number. */
export function sealedNumber(sealer: FieldSealer, column: NumberColumn, row: number, digits: string | null) {
  if (digits === null) return { sealed: null, search: null, last4: null }
  return {
    sealed: sealer.seal(placeOf(column, row), digits),
    search: sealer.searchHash(column, digits),
    last4: digits.slice(-4),
  }
}
