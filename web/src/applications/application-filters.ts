import type { ApplicationFilters } from '@coverdesk/domain/applications/application-contract.ts'
import { ofNoAgent } from '@coverdesk/domain/applications/application-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { statusChoices } from './application-words.ts'

/** Quick search (APP-02), status, and advanced filters (APP-03). */
export function applicationFilters(agents: readonly Choice[]): readonly Filter<keyof ApplicationFilters>[] {
  return [
    { name: 'search', label: 'Name, Email or Plan', kind: 'text', width: 210 },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statusChoices },
    { name: 'name', label: 'Name', kind: 'text', rare: true },
    { name: 'createdFrom', label: 'Created from', kind: 'date', rare: true },
    { name: 'createdTo', label: 'Created to', kind: 'date', rare: true },
    {
      name: 'assignedTo',
      label: 'Assigned to',
      kind: 'select',
      rare: true,
      choices: [{ value: String(ofNoAgent), label: 'Unassigned' }, ...agents],
    },
    {
      name: 'createdBy',
      label: 'Created by',
      kind: 'select',
      rare: true,
      choices: [{ value: String(ofNoAgent), label: 'The agency' }, ...agents],
    },
  ]
}
