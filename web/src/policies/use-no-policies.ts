import { useNavigate } from '@tanstack/react-router'
import { useMayPass } from '../access/person.ts'
import { paths } from '../platform/paths.ts'
import type { Nothing } from '../ui/list-column.ts'
import type { PolicyAddress } from './policy-address.ts'
import { noPolicyFilters } from './policy-filters.ts'

type Change = (values: typeof noPolicyFilters | { pageNumber: number }) => unknown

/** Why the list is empty, and what to do about it; `total` are the policies that the filters let through on all pages. */
export function useNoPolicies(address: PolicyAddress, total: number, change: Change): Nothing {
  const navigate = useNavigate()
  const mayLoad = useMayPass('administrator')
  if (total > 0) {
    const action = { label: 'First page', onClick: () => change({ pageNumber: 1 }) }
    return { why: 'The list ends before this page.', action }
  }
  if (isFiltered(address)) {
    const action = { label: 'Clear Filters', onClick: () => change(noPolicyFilters) }
    return { why: 'No policy that you may see fits these filters.', action }
  }
  if (!mayLoad) return { why: 'No policy that you may see has been loaded yet.' }
  const action = { label: 'Load Policies', onClick: () => void navigate({ to: paths.upload }) }
  return { why: 'Nothing has been loaded yet. Policies come in with a carrier’s file.', action }
}

function isFiltered(address: PolicyAddress): boolean {
  return Object.entries(address).some(([name, value]) => name in noPolicyFilters && value !== undefined)
}
