import type { Filter, FilterChange } from './filter.ts'

/** Change that clears all these filters. */
export function clearFilters<Name extends string>(filters: readonly Filter<Name>[]): FilterChange<Name> {
  const change: { [N in Name]?: string | undefined } = {}
  for (const filter of filters) change[filter.name] = undefined
  return change
}
