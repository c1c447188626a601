import type { Choice, Filter } from '../ui/filter.ts'

export type OfflineFilterName = 'applicant' | 'phone' | 'email' | 'source' | 'createdFrom' | 'createdTo' | 'processed'

/** An address without filters. */
export const noOfflineFilters: { readonly [Name in OfflineFilterName]: undefined } = {
  applicant: undefined,
  phone: undefined,
  email: undefined,
  source: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  processed: undefined,
}

/** The filters of the list. */
export function offlineFilters(sources: readonly Choice[]): readonly Filter<OfflineFilterName>[] {
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

export function isFiltered(address: Record<string, unknown>): boolean {
  return Object.entries(address).some(([name, value]) => name in noOfflineFilters && value !== undefined)
}
