import type { PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { LedgerMonth } from '@coverdesk/domain/expected/policy-ledger.ts'

/** Writes a part of the ledgers of some policies. It holds what differs alone: the months of a load would fill the memory. */
export interface LedgerWriter {
  add(policy: PolicyFacts, ledger: readonly LedgerMonth[]): void
  /** Once, after all policies. */
  write(): Promise<void>
}
