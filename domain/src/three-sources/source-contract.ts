import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { Id, IdOrNone, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { sourceClasses } from './source-class.ts'

export const sourceSorts = ['stake', 'paid', 'insured'] as const

/** What a person should look at, what one did, or every unit. */
export const sourceShows = ['review', 'reviewed', 'all'] as const
export const sourceShowWords: Readonly<Record<(typeof sourceShows)[number], string>> = {
  review: 'To review',
  reviewed: 'Reviewed',
  all: 'All',
}

/** Filters, combined with AND. `month` is the policy month, MM/YYYY; without it, the newest one that a statement pays. */
export const sourceFilters = {
  month: NotSet.or(MonthText).optional(),
  class: NotSet.or(z.enum(sourceClasses)).optional(),
  show: NotSet.or(z.enum(sourceShows)).optional(),
  carrierId: NotSet.or(Id).optional(),
  agentId: IdOrNone.optional(),
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
  /** Null: not reviewed, or its sources say something else since. */
  reviewedAt: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  reviewNote: z.string().nullable(),
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
  /** `reviewed`: units of the class that a person has reviewed. */
  classes: z.array(Counted.extend({ class: z.enum(sourceClasses), reviewed: z.number().int() })),
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
  /** Of the insured, ten digits. */
  phone: z.string().nullable(),
  /** Whether the month has an open variance. */
  hasVariance: z.boolean(),
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
/** Claim expression for reviewing: what an agent reviews would be hidden from the office. */
export const mayReviewSources = 'agent administrator admin.Statement'
const one = z.strictObject({ id: Id })

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
    input: one,
    output: SourceDetail,
  }),
  review: route({
    method: 'POST',
    allow: mayReviewSources,
    audit: 'own',
    path: `${path}/{id}/review`,
    summary: 'Mark as reviewed, with a note, until its sources say something else; `class` is the one that was seen',
    input: one.extend({ class: z.enum(sourceClasses), note: z.string().trim().max(500).default('') }),
    output: SourceRow,
  }),
  reopen: route({
    method: 'POST',
    allow: mayReviewSources,
    audit: 'own',
    path: `${path}/{id}/reopen`,
    summary: 'Undo a review',
    input: one,
    output: SourceRow,
  }),
}
