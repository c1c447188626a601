import type { AgentSummary } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { FilterChange } from '../ui/filters/filter.ts'

/** What both forms of the summary show. */
export interface SummaryProps {
  agents: readonly AgentSummary[]
  all: AgentSummary
  /** How many there are beside those shown, and the way to see them. */
  more: { open: boolean; count: number; toggle(): void } | undefined
  onChoose(change: FilterChange): unknown
}
