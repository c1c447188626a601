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
 * What a carrier owed for the policy months of a year and what came for them (rule 9 of money.md): waiting months count as far as
 * they were paid. Other than the twelve amounts of a track, which are by month of the statement.
 */
export const TrackLedger = z.object({
  months: z.array(
    z.object({
      /** From 1. */
      month: z.number().int(),
      /** Null while no row of a schedule applies; such a month is in no sum. */
      expected: Amount.nullable(),
      received: Amount,
      gap: Amount.nullable(),
    }),
  ),
  expected: Amount,
  received: Amount,
  /** Received less expected. */
  gap: Amount,
})
export type TrackLedger = z.infer<typeof TrackLedger>

/**
 * What came on a policy of an agent by month of a year, January first; null without lines. Amounts are the agency's or
 * the agent's (decision 141). A policy of which something was due has a row without lines, too (decision 295).
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
  /** Null for users who see the pay of agents, and for lines without a policy. */
  ledger: TrackLedger.nullable(),
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
