import type { AgentSummary } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { FilterChange } from '../ui/filters/filter.ts'

/** Props of both variants of the summary. */
export interface SummaryProps {
  agents: readonly AgentSummary[]
  all: AgentSummary
  /** Statuses whose policies the value at stake leaves out: 'without Paid and Cancelled'; empty if it counts every row. */
  without: string
  /** Number of hidden agents, and the toggle to show them. */
  more: { open: boolean; count: number; toggle(): void } | undefined
  onChoose(change: FilterChange): unknown
}
