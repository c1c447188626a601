import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { Id, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

export const trackSorts = ['policyNumber', 'total'] as const

/** The filters of commissions/tracking; without a year the present one. */
export const TrackFilters = listQuery(trackSorts, {
  agentId: Id.optional(),
  carrierId: Id.optional(),
  policyNumber: TextFilter,
  year: z.coerce.number<number | string>().int().min(1990).max(2100).optional(),
})
export type TrackFilters = z.infer<typeof TrackFilters>

/** What an agent was paid on a policy in the months of a year, January first; null where no line is. */
export const Track = z.object({
  id: z.number().int(),
  agentId: z.number().int().nullable(),
  /** Null while the lines belong to none of our agents. */
  agentName: z.string().nullable(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  policyNumber: z.string(),
  policyId: z.number().int().nullable(),
  insuredName: z.string().nullable(),
  year: z.number().int(),
  months: z.array(Amount.nullable()).length(12),
  total: Amount,
})
export type Track = z.infer<typeof Track>

export const tracking = {
  paymentSummaries: route({
    method: 'GET',
    // So spelled in the specification; the corrected spelling answers the same.
    path: '/api/Comissions/paymentSummaries',
    alsoAt: ['/api/Commissions/paymentSummaries'],
    allow: sectionRules.Commission.links.Tracking,
    audit: { reads: 'commission track' },
    summary: 'What agents were paid on policies in the months of a year, as far as the person may see',
    input: TrackFilters,
    output: page(Track),
  }),
}
