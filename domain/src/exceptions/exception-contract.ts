import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id, IdOrNone, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { exceptionReasons } from './match-line.ts'

/** Claim expression for reading exceptions, and for resolving them. */
export const mayReadExceptions = sectionRules.Commission.links.Exceptions
export const mayResolveExceptions = 'agent administrator admin.Statement'

/** Maximum number of lines that one request ignores. */
export const maxIgnored = 2_000

export const exceptionSorts = ['month', 'amount'] as const
/** Lines without a policy, or those for which a person decided. */
export const exceptionStates = ['open', 'resolved'] as const

/** Filters, combined with AND. `agentId` 0: lines without an agent. `month` is the statement's, MM/YYYY. */
export const exceptionFilters = {
  state: NotSet.or(z.enum(exceptionStates)).optional(),
  carrierId: NotSet.or(Id).optional(),
  month: NotSet.or(MonthText).optional(),
  agentId: IdOrNone.optional(),
  reason: NotSet.or(z.enum(exceptionReasons)).optional(),
  policyNumber: TextFilter,
  insured: TextFilter,
}
export const ExceptionQuery = listQuery(exceptionSorts, exceptionFilters)
export type ExceptionQuery = z.infer<typeof ExceptionQuery>

/** Statement line that belongs to no policy yet, or that a person resolved. */
export const ExceptionRow = z.object({
  id: z.number().int(),
  carrierId: z.number().int(),
  carrier: z.string(),
  /** As the file says it. */
  policyNumber: z.string(),
  insuredName: z.string().nullable(),
  /** Statement month, YYYY-MM-DD. */
  month: z.string(),
  amount: Amount,
  npn: z.string().nullable(),
  agentId: z.number().int().nullable(),
  agent: z.string().nullable(),
  reason: z.enum(exceptionReasons),
  fileName: z.string().nullable(),
  line: z.number().int().nullable(),
  batchId: z.number().int().nullable(),
  /** Number of the policy that a person gave it to, or why it is none of ours; both null while it is open. */
  resolvedTo: z.string().nullable(),
  policyId: z.number().int().nullable(),
  ignored: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: z.string().nullable(),
})
export type ExceptionRow = z.infer<typeof ExceptionRow>

export const agreements = ['same', 'similar', 'different', 'unknown'] as const
const Compared = z.object({
  label: z.string(),
  /** Null: the line or the policy does not say it. */
  line: z.string().nullable(),
  policy: z.string().nullable(),
  agreement: z.enum(agreements),
})

/** Policy that the line may belong to. */
export const ExceptionCandidate = z.object({
  policyId: z.number().int(),
  policyNumber: z.string(),
  name: z.string(),
  /** In percent, and what it follows from; 0 for a policy that was searched for and that nothing speaks for. */
  confidence: z.number().int(),
  why: z.string(),
  facts: z.array(Compared),
  /** Of the policy month, if the carrier has a schedule. */
  expected: Amount.nullable(),
  received: Amount.nullable(),
})
export type ExceptionCandidate = z.infer<typeof ExceptionCandidate>

export const ExceptionDetail = z.object({
  exception: ExceptionRow,
  /** Why it is one, in a sentence. */
  explanation: z.string(),
  /** Best first. */
  candidates: z.array(ExceptionCandidate),
  /** Other open lines with the same number and name, which the same decision settles. */
  others: z.object({ lines: z.number().int(), amount: Amount }),
  /** Decisions about this number and name, oldest first. */
  history: z.array(z.object({ at: z.string(), by: z.string(), what: z.string() })),
})
export type ExceptionDetail = z.infer<typeof ExceptionDetail>

/** Lines loaded are matched, exceptions, or set aside: bonuses, and lines that are none of ours. */
export const ExceptionSummary = z.object({
  loaded: z.number().int(),
  matched: z.number().int(),
  exceptions: z.number().int(),
  setAside: z.number().int(),
  /** Rows of the files that are no lines; null for an agent's lines, and for users who do not see all. */
  rows: z.object({ refused: z.number().int(), totals: z.number().int() }).nullable(),
  /** Under the filters of the list but the reason. */
  reasons: z.array(z.object({ reason: z.enum(exceptionReasons), lines: z.number().int(), amount: Amount })),
  amount: Amount,
})
export type ExceptionSummary = z.infer<typeof ExceptionSummary>

/** Lines that a decision, or its undo, changed. */
export const ResolvedLines = z.object({ lines: z.number().int(), amount: Amount })
export type ResolvedLines = z.infer<typeof ResolvedLines>

/** Lines by id, or all that match the filters. */
export const IgnoreInput = z
  .strictObject({
    ids: z.array(Id).min(1).max(maxIgnored, `At most ${maxIgnored} at once`).optional(),
    filter: z.strictObject(exceptionFilters).optional(),
    reason: oneLine(200).min(1, 'Reason is required'),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Name the lines, or give a filter',
  })
export type IgnoreInput = z.infer<typeof IgnoreInput>

const path = '/api/Exceptions'
const reads = { method: 'GET', allow: mayReadExceptions, audit: { reads: 'exception' } } as const
const one = z.strictObject({ id: Id })

export const exceptions = {
  list: route({
    ...reads,
    path,
    summary: 'Statement lines that belong to no policy; Accept pdf, xlsx or csv exports all filtered rows',
    input: ExceptionQuery,
    output: page(ExceptionRow),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  summary: route({
    method: 'GET',
    path: `${path}/summary`,
    allow: mayReadExceptions,
    audit: { nothing: 'totals without persons' },
    summary: 'Lines loaded, matched, excepted and set aside, and the dollars of the exceptions by reason',
    input: z.strictObject(exceptionFilters),
    output: ExceptionSummary,
  }),
  one: route({
    ...reads,
    path: `${path}/{id}`,
    summary:
      'A line with the policies that it may belong to; `search` adds the carrier’s policies with that number or name',
    input: one.extend({ search: TextFilter }),
    output: ExceptionDetail,
  }),
  resolve: route({
    method: 'POST',
    path: `${path}/{id}/resolve`,
    allow: mayResolveExceptions,
    audit: 'own',
    summary: 'Match a line to a policy: all lines of the carrier with this number and name, now and in later files',
    input: one.extend({ policyId: Id }),
    output: ResolvedLines,
  }),
  ignore: route({
    method: 'POST',
    path: `${path}/ignore`,
    allow: mayResolveExceptions,
    audit: 'own',
    summary: 'Say why lines are none of ours: all lines with their numbers and names, now and in later files',
    input: IgnoreInput,
    output: ResolvedLines,
  }),
  undo: route({
    method: 'POST',
    path: `${path}/{id}/undo`,
    allow: mayResolveExceptions,
    audit: 'own',
    summary: 'Undo the decision about a line: its lines are matched by the rules again',
    input: one,
    output: ResolvedLines,
  }),
}
