import { contactChecks, contactCheckWords } from '@coverdesk/domain/customers/contact-check.ts'
import type { CustomerFilters } from '@coverdesk/domain/customers/customer-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

const contactCheckChoices: Choice[] = contactChecks.map((value) => ({ value, label: contactCheckWords[value] }))
const unassigned: Choice = { value: '0', label: 'Unassigned' }

/** Filters of the list (CUST-01); dates are under 'More filters'. */
export function customerFilters(
  statuses: readonly Choice[],
  agents: readonly Choice[],
): readonly Filter<keyof CustomerFilters>[] {
  return [
    { name: 'fullName', label: 'Name', kind: 'text', width: 180 },
    { name: 'email', label: 'Email', kind: 'text', width: 180 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 140 },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
    { name: 'agentId', label: 'Agent', kind: 'select', choices: [unassigned, ...agents] },
    { name: 'createdFrom', label: 'Created from', kind: 'date', rare: true },
    { name: 'createdTo', label: 'Created to', kind: 'date', rare: true },
    { name: 'bornFrom', label: 'Born from', kind: 'date', birth: true, rare: true },
    { name: 'bornTo', label: 'Born to', kind: 'date', birth: true, rare: true },
    { name: 'contactCheck', label: 'Email and phone', kind: 'select', choices: contactCheckChoices, rare: true },
  ]
}
