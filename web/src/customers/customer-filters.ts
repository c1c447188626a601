import type { Choice, Filter } from '../ui/filter.ts'

export type CustomerFilterName = 'fullName' | 'email' | 'phone' | 'statusId'

/** An address without filters. */
export const noCustomerFilters: { readonly [Name in CustomerFilterName]: undefined } = {
  fullName: undefined,
  email: undefined,
  phone: undefined,
  statusId: undefined,
}

/** The filters of the list (CUST-01). */
export function customerFilters(statuses: readonly Choice[]): readonly Filter<CustomerFilterName>[] {
  return [
    { name: 'fullName', label: 'Name', kind: 'text', width: 180 },
    { name: 'email', label: 'Email', kind: 'text', width: 180 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 140 },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
  ]
}

export function isFiltered(address: Record<string, unknown>): boolean {
  return Object.entries(address).some(([name, value]) => name in noCustomerFilters && value !== undefined)
}
