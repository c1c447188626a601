import type { CustomerFilters } from '@coverdesk/domain/customers/customer-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

/** Filters of the list (CUST-01). */
export function customerFilters(statuses: readonly Choice[]): readonly Filter<keyof CustomerFilters>[] {
  return [
    { name: 'fullName', label: 'Name', kind: 'text', width: 180 },
    { name: 'email', label: 'Email', kind: 'text', width: 180 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 140 },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
  ]
}
