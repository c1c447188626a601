import { RateFilters } from '@coverdesk/domain/rates/rate-contract.ts'

/** What the address of the list holds: the call's own filters, sort and page. */
export const RateAddress = RateFilters
export type RateAddress = RateFilters

/** An address without filters. */
export const noRateFilters = { agentId: undefined, carrierId: undefined, when: undefined }
export type RateFilterName = keyof typeof noRateFilters
