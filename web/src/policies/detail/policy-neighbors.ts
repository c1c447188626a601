import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../../platform/api/query.ts'

type PolicyPage = OutputOf<typeof policies.list>

/** Position of a policy in the list it was opened from, starting at 1, with its neighbors' ids. */
export interface PolicyNeighbors {
  place: number
  total: number
  previous: number | undefined
  next: number | undefined
}

/** Position of a policy in the most recently loaded list page; null if no cached page contains it. */
export function findPolicyNeighbors(client: QueryClient, id: number): PolicyNeighbors | null {
  const queries = client.getQueryCache().findAll({ queryKey: keyOf(policies.list) })
  const pages = queries
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => client.getQueryData<PolicyPage>(queryKey))
  for (const page of pages) {
    const found = page && positionIn(page, id)
    if (found) return found
  }
  return null
}

/** Position of a policy in one page of the list, or null. */
export function positionIn(page: PolicyPage, id: number): PolicyNeighbors | null {
  const index = page.data.findIndex((row) => row.id === id)
  if (index < 0) return null
  return {
    place: (page.pageNumber - 1) * page.pageSize + index + 1,
    total: page.totalRecords,
    previous: page.data[index - 1]?.id,
    next: page.data[index + 1]?.id,
  }
}
