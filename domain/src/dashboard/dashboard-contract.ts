import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { Id, NotSet } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayReadVariances } from '../variances/variance-contract.ts'

/** Agent and year, as the dashboard filters them; without an agent all visible ones. */
const DashboardQuery = z.strictObject({
  agentId: NotSet.or(Id).optional(),
  year: z.coerce.number<number | string>().int().min(1990).max(2100),
})

/**
 * Clients in force on the last day of the previous year, and how many of them are in force at the end of each month of
 * the year, today in the current month; null for months to come (decision 140).
 */
export const Persistency = z.object({
  clients: z.number().int(),
  months: z.array(z.number().int().nullable()).length(12),
})
export type Persistency = z.infer<typeof Persistency>

/** Commission received from a carrier in a month; the pay of agents for readers of their own (decision 141). */
export const ReceivedMonth = z.object({
  year: z.number().int(),
  month: z.number().int(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  amount: Amount,
})
export type ReceivedMonth = z.infer<typeof ReceivedMonth>

/** What carriers owe for open variances, by carrier and age (stakeAges), and what later files recovered. */
export const AtStake = z.object({
  carriers: z.array(
    z.object({
      carrierId: z.number().int(),
      carrierName: z.string(),
      /** The youngest age first. */
      ages: z.array(Amount),
    }),
  ),
  recovered: Amount,
})
export type AtStake = z.infer<typeof AtStake>

/** What statements that did not come yet should bring (decisions 185 and 192), by carrier and statement month. */
export const ExpectedCash = z.object({
  /** First days of the present month and the next three. */
  months: z.array(CalendarDate),
  carriers: z.array(
    z.object({
      carrierId: z.number().int(),
      carrierName: z.string(),
      /** Of statements of months before the present one. */
      overdue: Amount,
      /** First day of the oldest of these months; null without any. */
      overdueSince: CalendarDate.nullable(),
      /** One for each month. */
      amounts: z.array(Amount),
      /** Policies of each month that no row of the schedule rates; they are not in the amount. */
      unrated: z.array(z.number().int()),
    }),
  ),
})
export type ExpectedCash = z.infer<typeof ExpectedCash>

/** Claim expression for the money of the dashboard: that of the list of statements behind it. */
export const mayReadReceived = sectionRules.Commission.links.Statement

export const dashboard = {
  persistency: route({
    method: 'GET',
    path: '/api/Dashboard/persistency',
    standby: 'always',
    allow: sectionRules.Dashboard.allow,
    audit: { nothing: 'totals without persons' },
    summary: "How many of last year's clients are still in force at the end of each month",
    input: DashboardQuery,
    output: Persistency,
  }),
  received: route({
    method: 'GET',
    path: '/api/Dashboard/received',
    standby: 'always',
    allow: mayReadReceived,
    audit: { nothing: 'totals without persons' },
    summary: 'Commission received by carrier and month, of a year and the year before',
    input: DashboardQuery,
    output: z.array(ReceivedMonth),
  }),
  atStake: route({
    method: 'GET',
    path: '/api/Dashboard/atStake',
    allow: mayReadVariances,
    audit: { nothing: 'totals without persons' },
    summary: 'What carriers owe by carrier and age of the month, and what was recovered to date',
    input: DashboardQuery.omit({ year: true }),
    output: AtStake,
  }),
  expectedCash: route({
    method: 'GET',
    path: '/api/Dashboard/expectedCash',
    allow: mayReadVariances,
    audit: { nothing: 'totals without persons' },
    summary: 'What overdue statements, and those of the present and the next three months, should bring, by carrier',
    input: DashboardQuery.omit({ year: true }),
    output: ExpectedCash,
  }),
}
