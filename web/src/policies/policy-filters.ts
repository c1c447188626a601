import { type PolicyQuery, policyStatuses } from '@coverdesk/domain/policies/policy-contract.ts'
import { searchCities, searchCounties } from '../lookups/lookup-choices.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

/** Choices of the filters; `state` (a code) limits cities and counties. */
export interface PolicyChoices {
  carriers: readonly Choice[]
  states: readonly Choice[]
  state: string | undefined
}

/** Filters of the list (POLICY-01); rarely used ones are under 'More filters'. */
export function policyFilters({ carriers, states, state }: PolicyChoices): readonly Filter<keyof PolicyQuery>[] {
  return [
    { name: 'policyNumber', label: 'Policy number', kind: 'text', width: 148 },
    { name: 'zipCode', label: 'ZIP code', kind: 'text', width: 92 },
    { name: 'carrier', label: 'Carrier', kind: 'select', choices: carriers },
    { name: 'state', label: 'State', kind: 'select', choices: states },
    { name: 'name', label: 'Insured', kind: 'text', rare: true },
    { name: 'fromDob', label: 'Born on or after', kind: 'date', birth: true, rare: true },
    { name: 'effectiveFrom', label: 'Effective from', kind: 'date', rare: true },
    { name: 'effectiveTo', label: 'Effective to', kind: 'date', rare: true },
    {
      name: 'cancelled',
      label: 'Cancelled',
      kind: 'select',
      choices: [{ value: 'no', label: 'Left out' }],
      rare: true,
    },
    { name: 'city', label: 'City', kind: 'select', search: (typed) => searchCities(typed, state), rare: true },
    { name: 'county', label: 'County', kind: 'select', search: (typed) => searchCounties(typed, state), rare: true },
    { name: 'status', label: 'Status', kind: 'select', choices: statuses, rare: true },
  ]
}

const statuses: readonly Choice[] = policyStatuses.map((status) => ({ value: status, label: status }))
