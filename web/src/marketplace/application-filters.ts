import type { MarketplaceFilters } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

const otherAgency: Choice = { value: '0', label: 'Other agency' }

/** Filters of the list (MKAPP-01). */
export function applicationFilters(
  agents: readonly Choice[],
  carriers: readonly Choice[],
): readonly Filter<keyof MarketplaceFilters>[] {
  return [
    { name: 'name', label: 'Customer', kind: 'text', width: 140 },
    { name: 'planName', label: 'Plan', kind: 'text', width: 130 },
    { name: 'carrierId', label: 'Carrier', kind: 'select', choices: [otherAgency, ...carriers] },
    { name: 'agentSaleId', label: 'Sales agent', kind: 'select', choices: [otherAgency, ...agents] },
    { name: 'agentId', label: 'Agent on record', kind: 'select', choices: [otherAgency, ...agents] },
    { name: 'enrollmentFrom', label: 'Enrolled from', kind: 'date' },
    { name: 'enrollmentTo', label: 'Enrolled to', kind: 'date' },
  ]
}
