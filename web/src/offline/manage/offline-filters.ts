import type { OfflineFilters } from '@coverdesk/domain/offline/offline-contract.ts'
import type { Choice } from '../../ui/choices/choice.ts'
import type { Filter } from '../../ui/filters/filter.ts'

/** Filters of the list. */
export function offlineFilters(sources: readonly Choice[]): readonly Filter<keyof OfflineFilters>[] {
  return [
    { name: 'applicant', label: 'Applicant', kind: 'text', width: 150 },
    { name: 'phone', label: 'Phone', kind: 'text', width: 120 },
    { name: 'email', label: 'Email', kind: 'text', width: 160 },
    { name: 'source', label: 'Source', kind: 'select', choices: sources },
    { name: 'createdFrom', label: 'Created from', kind: 'date' },
    { name: 'createdTo', label: 'Created to', kind: 'date' },
    {
      name: 'processed',
      label: 'Processed',
      kind: 'select',
      choices: [
        { value: 'yes', label: 'Processed' },
        { value: 'no', label: 'Open' },
      ],
    },
  ]
}
