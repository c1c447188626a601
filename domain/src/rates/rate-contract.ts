import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { Amount, amountOf, cents, notAmount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { RecordChange } from '../history/history-contract.ts'
import { Id, listQuery, page } from '../platform/page.ts'
import { requiredId } from '../platform/required-id.ts'
import { route } from '../platform/route.ts'

export const rateSorts = ['agent', 'startDate', 'endDate', 'rate', 'newest'] as const
/** Time of a rate relative to today: in force, upcoming, ended. */
export const rateTimes = ['now', 'coming', 'ended'] as const
export type RateTime = (typeof rateTimes)[number]

export const RateFilters = listQuery(rateSorts, {
  agentId: Id.optional(),
  carrierId: Id.optional(),
  when: z.enum(rateTimes).optional(),
})
export type RateFilters = z.output<typeof RateFilters>

/**
 * Rate (RATE-13): dollars per member and month, from first to last day; without a last day, until the next rate starts.
 */
export const RateRow = z.object({
  id: z.number().int(),
  agentId: z.number().int(),
  carrierId: z.number().int(),
  agentName: z.string(),
  carrierName: z.string(),
  rate1: Amount,
  startDate: z.string(),
  endDate: z.string().nullable(),
  version: z.number().int(),
})
export type RateRow = z.infer<typeof RateRow>

const maxCents = 1_000_000_00

/** Dollars per member and month with at most two decimals, as text or number, not negative; default 0.00 (RATE-06). */
const RateAmount = z
  .union([z.string().max(40), z.number()])
  .default('0.00')
  .transform((given, context) => {
    const whole = cents(String(given).trim() === '' ? '0' : String(given).trim())
    if (whole !== null && whole >= 0 && whole <= maxCents) return amountOf(whole)
    const why = whole !== null && whole < 0 ? "Rate can't be negative" : notAmount
    context.addIssue({ code: 'custom', message: why })
    return z.NEVER
  })

const Start = z.string({ error: 'Start date is required' }).min(1, 'Start date is required').pipe(CalendarDate)
const End = z.union([z.literal('').transform(() => null), z.null(), CalendarDate]).default(null)

/** New rate (RATE-05); rate-rules.ts validates its dates, because they depend on today. */
export const NewRate = z.strictObject({
  agentId: requiredId('Agent is required'),
  carrierId: requiredId('Carrier is required'),
  rate1: RateAmount,
  startDate: Start,
  endDate: End,
})
export type NewRate = z.output<typeof NewRate>

/** Edited rate: agent and carrier cannot change (RATE-10). */
export const RateEdit = z.strictObject({
  id: Id,
  version: z.number().int().min(1),
  rate1: RateAmount,
  startDate: Start,
  endDate: End,
})
export type RateEdit = z.output<typeof RateEdit>

/** Saved rate, and the earlier rate that it ended. */
export const SavedRate = RateRow.extend({
  ended: z.object({ id: z.number().int(), rate1: Amount, endDate: z.string() }).nullable(),
})

export const rates = {
  list: route({
    method: 'GET',
    path: '/api/Rates',
    allow: sectionRules.Administration.links['Agent Rates'],
    audit: { reads: 'rate' },
    summary: 'Rates of agents by carrier',
    input: RateFilters,
    output: page(RateRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  create: route({
    method: 'POST',
    path: '/api/Rates',
    allow: actionRules.editsRates,
    audit: 'own',
    summary: 'A new rate; ends an open earlier one of the agent and carrier on the day before it starts',
    input: NewRate,
    output: SavedRate,
  }),
  one: route({
    method: 'GET',
    path: '/api/Rates/{id}',
    allow: sectionRules.Administration.links['Agent Rates'],
    audit: { reads: 'rate' },
    summary: 'One rate; may be changed and sent back',
    input: z.strictObject({ id: Id }),
    output: RateRow,
  }),
  history: route({
    method: 'GET',
    path: '/api/Rates/{id}/history',
    allow: sectionRules.Administration.links['Agent Rates'],
    audit: { reads: 'rate' },
    summary: 'Every change of a rate, field by field, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
  edit: route({
    method: 'PUT',
    path: '/api/Rates/{id}',
    allow: actionRules.editsRates,
    audit: 'own',
    summary: 'Change amount or days of a rate',
    input: RateEdit,
    output: RateRow,
  }),
}
