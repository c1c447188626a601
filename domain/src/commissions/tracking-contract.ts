import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

export const trackSorts = ['policyNumber', 'total'] as const

/** Filters of commissions/tracking; the year defaults to the current one. */
export const TrackFilters = listQuery(trackSorts, {
  agentId: Id.optional(),
  carrierId: Id.optional(),
  policyNumber: TextFilter,
  year: z.coerce.number<number | string>().int().min(1990).max(2100).optional(),
})
export type TrackFilters = z.infer<typeof TrackFilters>

/**
 * What came on a policy of an agent by month of a year, January first; null without lines. Amounts are the agency's or
 * the agent's (decision 141).
 */
export const Track = z.object({
  id: z.number().int(),
  agentId: z.number().int().nullable(),
  /** Null while the lines belong to none of the agency's agents. */
  agentName: z.string().nullable(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  policyNumber: z.string(),
  policyId: z.number().int().nullable(),
  insuredName: z.string().nullable(),
  year: z.number().int(),
  months: z.array(Amount.nullable()).length(12),
  /** Months with lines without a rate, from 1. */
  notRated: z.array(z.number().int()),
  /** Null if no line is rated. */
  total: Amount.nullable(),
})
export type Track = z.infer<typeof Track>

export const tracking = {
  paymentSummaries: route({
    method: 'GET',
    // The specification's spelling; the correct spelling is an alias.
    path: '/api/Comissions/paymentSummaries',
    alsoAt: ['/api/Commissions/paymentSummaries'],
    allow: sectionRules.Commission.links.Tracking,
    audit: { reads: 'commission track' },
    summary: 'Payments to agents on policies by month of a year, as far as visible to the user',
    input: TrackFilters,
    output: page(Track).extend({ totalAmount: Amount, notRated: z.number().int() }),
  }),
}
