import type { AgentFilters } from '@coverdesk/domain/agents/agent-contract.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import type { AgentChoices } from './agent-choices.ts'

const expiring: readonly Choice[] = [
  { value: '60', label: 'Within 60 days' },
  { value: '30', label: 'Within 30 days' },
  { value: 'expired', label: 'Expired' },
]

/** Filters of the list (AGENT-01), and expiring licenses or appointments. */
export function agentFilters({ types, locations, statuses }: AgentChoices): readonly Filter<keyof AgentFilters>[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', width: 148 },
    { name: 'loginEmail', label: 'Login email', kind: 'text', width: 148 },
    { name: 'npn', label: 'NPN', kind: 'text', width: 104 },
    { name: 'locationId', label: 'Location', kind: 'select', choices: locations },
    { name: 'agentTypeId', label: 'Agent type', kind: 'select', choices: types },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
    { name: 'expiring', label: 'Expiring', kind: 'select', choices: expiring },
  ]
}
