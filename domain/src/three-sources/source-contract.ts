import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { sourceClasses } from './source-class.ts'

export const sourceSorts = ['stake', 'paid', 'insured'] as const

/** Filters, combined with AND. `month` is the policy month, MM/YYYY; without it, the newest one that a statement pays. */
export const sourceFilters = {
  month: NotSet.or(MonthText).optional(),
  class: NotSet.or(z.enum(sourceClasses)).optional(),
  /** `review`: only what a person should look at. */
  show: NotSet.or(z.enum(['review', 'all'])).optional(),
  carrierId: NotSet.or(Id).optional(),
  agentId: NotSet.or(z.coerce.number<number | string>().int().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
  insured: TextFilter,
}
export const SourceQuery = listQuery(sourceSorts, sourceFilters)
export type SourceQuery = z.infer<typeof SourceQuery>

/** A policy and month, an exchange record without policy, or a statement line without policy. */
export const SourceRow = z.object({
  id: z.number().int(),
  month: z.string(),
  class: z.enum(sourceClasses),
  insuredName: z.string(),
  carrierId: z.number().int().nullable(),
  carrier: z.string().nullable(),
  policyId: z.number().int().nullable(),
  policyNumber: z.string().nullable(),
  appId: z.string().nullable(),
  /** Agent of record by the book, by name, and by the exchange, by number. */
  agent: z.string().nullable(),
  exchangeNpn: z.string().nullable(),
  inExchange: z.boolean(),
  inBook: z.boolean(),
  paid: Amount,
  stake: Amount,
})
export type SourceRow = z.infer<typeof SourceRow>

const Counted = z.object({
  units: z.number().int(),
  exchange: z.number().int(),
  book: z.number().int(),
  paid: Amount,
  stake: Amount,
})

/** Each record of a source and each cent of the statements is in one class, so the sums of the classes are those of the sources. */
export const SourceSummary = z.object({
  /** Month that is shown, and the months that were compared, newest first, YYYY-MM-DD. Null: nothing was compared yet. */
  month: z.string().nullable(),
  months: z.array(z.string()),
  /** When the oldest of the carriers was compared; null while changes wait for it. */
  comparedAt: z.string().nullable(),
  classes: z.array(Counted.extend({ class: z.enum(sourceClasses) })),
  /** Counted in the sources themselves. Null for users who see a part of the policies. */
  sources: Counted.pick({ exchange: true, book: true, paid: true }).nullable(),
})
export type SourceSummary = z.infer<typeof SourceSummary>

const Said = z.object({
  label: z.string(),
  exchange: z.string().nullable(),
  book: z.string().nullable(),
  statement: z.string().nullable(),
  /** The sources that say something say different things. */
  differs: z.boolean(),
})

export const SourceDetail = z.object({
  unit: SourceRow,
  /** What the class says, in a sentence. */
  explanation: z.string(),
  facts: z.array(Said),
  /** How the amount at stake is calculated, if one is. */
  stakeReason: z.string().nullable(),
  /** Agents of record in each source, oldest first; `from` is YYYY-MM-DD, null for the first one. */
  timeline: z.array(
    z.object({
      source: z.enum(['exchange', 'book', 'statement']),
      from: z.string().nullable(),
      npn: z.string().nullable(),
      agent: z.string().nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      id: z.number().int(),
      fileName: z.string().nullable(),
      line: z.number().int().nullable(),
      amount: Amount,
    }),
  ),
})
export type SourceDetail = z.infer<typeof SourceDetail>

const path = '/api/ThreeSources'
const allow = sectionRules.Policies.links['Three Sources']

export const threeSources = {
  list: route({
    method: 'GET',
    allow,
    audit: { reads: 'source unit' },
    path,
    summary:
      'Policies of a month as the exchange, the carrier and the statement have them; Accept pdf, xlsx or csv exports all filtered rows',
    input: SourceQuery,
    output: page(SourceRow),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  summary: route({
    method: 'GET',
    path: `${path}/summary`,
    allow,
    audit: { nothing: 'totals without persons' },
    summary: 'Policies of a month by class, with what each source has of them',
    input: z.strictObject(sourceFilters).omit({ class: true, insured: true }),
    output: SourceSummary,
  }),
  one: route({
    method: 'GET',
    allow,
    audit: { reads: 'source unit' },
    path: `${path}/{id}`,
    summary: 'What each source says of a policy in a month, and its agents of record over time',
    input: z.strictObject({ id: Id }),
    output: SourceDetail,
  }),
}
