import type { Choice, Filter } from '../ui/filter.ts'

export type LeadFilterName = 'name' | 'phone' | 'agentId' | 'statusId' | 'statusFrom' | 'statusTo'

/** An address without filters. */
export const noLeadFilters: { readonly [Name in LeadFilterName]: undefined } = {
  name: undefined,
  phone: undefined,
  agentId: undefined,
  statusId: undefined,
  statusFrom: undefined,
  statusTo: undefined,
}

/** The filters of the list (LEAD-01). */
export function leadFilters(agents: readonly Choice[], statuses: readonly Choice[]): readonly Filter<LeadFilterName>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', width: 150 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 120 },
    {
      name: 'agentId',
      label: 'Assigned to',
      kind: 'select',
      choices: [{ value: '0', label: 'Nobody' }, ...agents],
    },
    { name: 'statusId', label: 'Status', kind: 'select', choices: [{ value: '0', label: 'None' }, ...statuses] },
    { name: 'statusFrom', label: 'Status date from', kind: 'date' },
    { name: 'statusTo', label: 'Status date to', kind: 'date' },
  ]
}

export function isFiltered(address: Record<string, unknown>): boolean {
  return Object.entries(address).some(([name, value]) => name in noLeadFilters && value !== undefined)
}
