import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { apiQuery } from '../platform/api/query.ts'

/** Counties of a whole ZIP code; none for one that does not exist. */
export const countiesQuery = (zipCode: string) => ({
  ...apiQuery(plans.counties, { zipCode }),
  enabled: /^\d{5}$/.test(zipCode),
  staleTime: Number.POSITIVE_INFINITY,
})
