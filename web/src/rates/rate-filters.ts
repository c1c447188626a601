import type { RateFilters } from '@coverdesk/domain/rates/rate-contract.ts'
import { searchAgents } from '../lookups/lookup-choices.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'
import { timeWords } from './rate-columns.tsx'

const searchRatedAgents = searchAgents('AgentRate')

const whens: readonly Choice[] = Object.entries(timeWords).map(([value, label]) => ({ value, label }))

/** Filters of the list (RATE-02) and by time; `agentName` is the name of the agent in the URL. */
export function rateFilters(carriers: readonly Choice[], agentName: string | undefined): Filter<keyof RateFilters>[] {
  return [
    { name: 'agentId', label: 'Agent', kind: 'select', search: searchRatedAgents, nameOf: () => agentName },
    { name: 'carrierId', label: 'Carrier', kind: 'select', choices: carriers },
    { name: 'when', label: 'When', kind: 'select', choices: whens },
  ]
}
