import type { PtoFilters } from '@coverdesk/domain/pto/pto-contract.ts'
import { ptoStatuses } from '@coverdesk/domain/pto/pto-rules.ts'
import type { Choice } from '../ui/choices/choice.ts'
import type { Filter } from '../ui/filters/filter.ts'

const statuses: readonly Choice[] = Object.entries(ptoStatuses).map(([label, id]) => ({ value: String(id), label }))

/** Filters of the list. */
export function ptoFilters(agents: readonly Choice[]): readonly Filter<keyof PtoFilters>[] {
  return [
    { name: 'agentId', label: 'Agent', kind: 'select', choices: agents },
    { name: 'statusId', label: 'Status', kind: 'select', choices: statuses },
    { name: 'from', label: 'From', kind: 'date' },
    { name: 'to', label: 'To', kind: 'date' },
  ]
}
