import type { LeadFilters } from '@coverdesk/domain/leads/lead-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

/** Filters of the list (LEAD-01). */
export function leadFilters(
  agents: readonly Choice[],
  statuses: readonly Choice[],
): readonly Filter<keyof LeadFilters>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', width: 150 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 120 },
    {
      name: 'agentId',
      label: 'Assigned to',
      kind: 'select',
      choices: [{ value: '0', label: 'Unassigned' }, ...agents],
    },
    { name: 'statusId', label: 'Status', kind: 'select', choices: [{ value: '0', label: 'None' }, ...statuses] },
    { name: 'statusFrom', label: 'Status date from', kind: 'date' },
    { name: 'statusTo', label: 'Status date to', kind: 'date' },
  ]
}
