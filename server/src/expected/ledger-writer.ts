import type { PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { LedgerMonth } from '@coverdesk/domain/expected/policy-ledger.ts'

/**
 * Writes one part of the ledgers of some policies. Collects only differences, because the months of a whole load would
 * fill the memory.
 */
export interface LedgerWriter {
  add(policy: PolicyFacts, ledger: readonly LedgerMonth[]): void
  /** Once, after all policies. */
  write(): Promise<void>
}
