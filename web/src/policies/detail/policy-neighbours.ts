import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../../platform/api/query.ts'

type PolicyPage = OutputOf<typeof policies.list>

/** Where a policy stands in the list that the person came from: its place from 1, and the ids beside it on that page. */
export interface PolicyNeighbours {
  place: number
  total: number
  previous: number | undefined
  next: number | undefined
}

/** The place of a policy in the page of the list that was asked for last; null when no kept page has it. */
export function policyNeighbours(client: QueryClient, id: number): PolicyNeighbours | null {
  const kept = client.getQueryCache().findAll({ queryKey: keyOf(policies.list) })
  const pages = kept
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => client.getQueryData<PolicyPage>(queryKey))
  for (const page of pages) {
    const found = page && placeIn(page, id)
    if (found) return found
  }
  return null
}

/** The place of a policy in one page of the list; null when the page does not have it. */
export function placeIn(page: PolicyPage, id: number): PolicyNeighbours | null {
  const index = page.data.findIndex((row) => row.id === id)
  if (index < 0) return null
  return {
    place: (page.pageNumber - 1) * page.pageSize + index + 1,
    total: page.totalRecords,
    previous: page.data[index - 1]?.id,
    next: page.data[index + 1]?.id,
  }
}
