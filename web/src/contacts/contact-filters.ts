import type { Choice, Filter } from '../ui/filter.ts'

export type ContactFilterName = 'name' | 'email' | 'phone' | 'dateOfBirth' | 'country' | 'state'

/** An address without filters. */
export const noContactFilters: { readonly [Name in ContactFilterName]: undefined } = {
  name: undefined,
  email: undefined,
  phone: undefined,
  dateOfBirth: undefined,
  country: undefined,
  state: undefined,
}

/** The filters of the list (CONTACT-01). */
export function contactFilters(states: readonly Choice[]): readonly Filter<ContactFilterName>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', width: 150 },
    { name: 'email', label: 'Email', kind: 'text', width: 160 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 120 },
    { name: 'dateOfBirth', label: 'Date of birth', kind: 'date' },
    { name: 'country', label: 'Country', kind: 'text', width: 84 },
    { name: 'state', label: 'State', kind: 'select', choices: states },
  ]
}

export function isFiltered(address: Record<string, unknown>): boolean {
  return Object.entries(address).some(([name, value]) => name in noContactFilters && value !== undefined)
}
