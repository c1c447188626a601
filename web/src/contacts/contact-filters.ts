import type { ContactFilters } from '@coverdesk/domain/contacts/contact-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

const unassigned: Choice = { value: '0', label: 'Unassigned' }

/** Filters of the list (CONTACT-01). */
export function contactFilters(
  states: readonly Choice[],
  agents: readonly Choice[],
): readonly Filter<keyof ContactFilters>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', width: 150 },
    { name: 'email', label: 'Email', kind: 'text', width: 160 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 120 },
    { name: 'dateOfBirth', label: 'Date of birth', kind: 'date', birth: true },
    { name: 'country', label: 'Country', kind: 'text', width: 84 },
    { name: 'state', label: 'State', kind: 'select', choices: states },
    { name: 'agentId', label: 'Agent', kind: 'select', choices: [unassigned, ...agents], rare: true },
    { name: 'createdFrom', label: 'Created from', kind: 'date', rare: true },
    { name: 'createdTo', label: 'Created to', kind: 'date', rare: true },
  ]
}
