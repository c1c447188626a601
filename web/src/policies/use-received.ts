import { type PoliciesReceived, policies, policyFilters } from '@coverdesk/domain/policies/policy-contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import type { FilterValues } from '../ui/filters/filter.ts'

/** Sum of the commissions of all policies that match; the last one while another loads. */
export function useReceived(values: FilterValues): PoliciesReceived | undefined {
  const filters = policies.received.input.safeParse(
    Object.fromEntries(Object.entries(values).filter(([name, value]) => name in policyFilters && value !== undefined)),
  )
  const { data } = useQuery({
    ...apiQuery(policies.received, filters.data ?? {}),
    enabled: filters.success,
    placeholderData: keepPreviousData,
  })
  return data
}
