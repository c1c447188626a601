import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { MonthText } from '../fields/month-text.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'

/** Claim expression for pay runs: reading, calculating, closing and paying. */
export const mayRunPay = sectionRules.Commission.links['Pay Runs']

/** A run is a draft, then closed with an open batch of payments, which is processed and paid. */
export const payRunStatuses = ['Draft', 'Closed', 'Processed', 'Paid'] as const

export const PayRunQuery = listQuery(['month'], {
  year: NotSet.or(z.coerce.number<number | string>().int().min(2000).max(2100)).optional(),
})
export type PayRunQuery = z.infer<typeof PayRunQuery>

export const PayRun = z.object({
  id: z.number().int(),
  /** First day of the month. */
  month: z.string(),
  /** 0 for the month's run, else the number of the correction. */
  sequence: z.number().int(),
  status: z.enum(payRunStatuses),
  /** Why a closed month is corrected. */
  reason: z.string().nullable(),
  /** Of the lines that the run takes: received = agency + held + earned. */
  received: Amount,
  agency: Amount,
  held: Amount,
  /** Writing parts and overrides that are not held. */
  earned: Amount,
  /** Adjustments, advances, recoveries and carried balances: paid = earned + adjusted. */
  adjusted: Amount,
  paid: Amount,
  lines: z.number().int(),
  agents: z.number().int(),
  calculatedAt: z.string(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  paidOn: z.string().nullable(),
  /** Of the figures; closing with another one is refused. */
  inputHash: z.string(),
})
export type PayRun = z.infer<typeof PayRun>

/** What must hold before a run is closed. */
export const RunCheck = z.object({
  check: z.enum(['month', 'exceptions', 'lines', 'refused', 'statements']),
  isMet: z.boolean(),
  /** What holds, or what to do, as a sentence. */
  what: z.string(),
  /** Carriers whose statement is missing and not confirmed. */
  carriers: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type RunCheck = z.infer<typeof RunCheck>

/**
 * Terms of a run's sums: received = agency + held + writing + overrides, and what is paid is the sum from `writing` on. Recoveries and
 * what is carried out are negative.
 */
export const runParts = [
  'received',
  'agency',
  'held',
  'writing',
  'overrides',
  'adjustments',
  'advances',
  'recovered',
  'carriedIn',
  'carriedOut',
] as const
export type RunPartName = (typeof runParts)[number]
/** Parts that consist of lines of statements. */
export const lineParts = ['received', 'agency', 'held', 'writing', 'overrides'] as const

export const PayRunDetail = PayRun.extend({
  checks: z.array(RunCheck),
  sums: z.object({
    writing: Amount,
    overrides: Amount,
    adjustments: Amount,
    advances: Amount,
    recovered: Amount,
    carriedIn: Amount,
    carriedOut: Amount,
  }),
  /** What changed since a draft was calculated, in words: 'contracts'. Its figures may be old. */
  changedSince: z.array(z.string()),
  /** Since when a draft is being calculated or closed, by any user; null while nothing works on it. */
  calculatingSince: z.string().nullable(),
})
export type PayRunDetail = z.infer<typeof PayRunDetail>

export const runAgentSorts = ['agent', 'paid', 'earned'] as const
export const runAgentFilters = {
  name: TextFilter,
  /** Agents with another payment than the run before, with held parts, or with a carried balance. */
  show: NotSet.or(z.enum(['changed', 'held', 'carried'])).optional(),
}
export const RunAgentQuery = listQuery(runAgentSorts, { ...runAgentFilters, id: Id })
export type RunAgentQuery = z.infer<typeof RunAgentQuery>

/** An agent's row of a run: paid = earned + overrides + adjustments + advances − recovered + carried in − carried out. */
export const RunAgent = z.object({
  id: z.number().int(),
  agent: z.string(),
  npn: z.string().nullable(),
  earned: Amount,
  overrides: Amount,
  held: Amount,
  adjustments: Amount,
  advances: Amount,
  recovered: Amount,
  carriedIn: Amount,
  carriedOut: Amount,
  paid: Amount,
  /** From the run before. */
  change: Amount,
  /** Why a person holds the agent's pay. */
  hold: z.string().nullable(),
})
export type RunAgent = z.infer<typeof RunAgent>

export const balanceSorts = ['month', 'agent', 'paid'] as const
export const BalanceQuery = listQuery(balanceSorts, {
  agentId: NotSet.or(Id).optional(),
  month: NotSet.or(MonthText).optional(),
})
export type BalanceQuery = z.infer<typeof BalanceQuery>

/**
 * An agent's balance in a closed run: opening + earned + adjustments + advances − recovered = paid + carried. The opening of a run is
 * what the agent's one before carried.
 */
export const AgentBalance = z.object({
  id: z.number().int(),
  runId: z.number().int(),
  /** First day of the month. */
  month: z.string(),
  sequence: z.number().int(),
  agentId: z.number().int(),
  agent: z.string(),
  npn: z.string().nullable(),
  opening: Amount,
  /** Writing parts and overrides that are not held. */
  earned: Amount,
  adjustments: Amount,
  advances: Amount,
  recovered: Amount,
  paid: Amount,
  carried: Amount,
})
export type AgentBalance = z.infer<typeof AgentBalance>

export const earningKinds = ['earned', 'chargeback', 'gone', 'moved', 'correction', 'release', 'open'] as const
export const runLineSorts = ['statement'] as const
export const RunLineQuery = listQuery(runLineSorts, {
  id: Id,
  agentId: Id,
  policyNumber: TextFilter,
  show: NotSet.or(z.enum(['paid', 'held'])).optional(),
})
export type RunLineQuery = z.infer<typeof RunLineQuery>

/** What an agent earns of a line, and why. */
export const RunLine = z.object({
  id: z.number().int(),
  policyId: z.number().int().nullable(),
  policyNumber: z.string(),
  insuredName: z.string().nullable(),
  carrier: z.string(),
  statement: z.string(),
  /** Month of coverage. */
  month: z.string(),
  kind: z.enum(earningKinds),
  role: z.enum(['writing', 'override', 'agency']),
  level: z.number().int(),
  /** Part of the line that pays the month. */
  received: Amount,
  /** The rule in words: '70 % by the contract of 01/01/2026, all carriers'. */
  rule: z.string(),
  amount: Amount,
  held: z.string().nullable(),
  fileName: z.string().nullable(),
  line: z.number().int().nullable(),
})
export type RunLine = z.infer<typeof RunLine>

/** Step of an agent's payment. */
export const RunStep = z.object({ label: z.string(), detail: z.string(), amount: Amount })
export type RunStep = z.infer<typeof RunStep>
export const RunAgentDetail = z.object({
  agent: RunAgent,
  steps: z.array(RunStep),
  /** Why the payment differs from the run before; they add up to `change`. Empty for a correction. */
  differences: z.array(RunStep),
  /** What this run holds, by reason, largest first; it adds up to `held` and is not in the payment. */
  held: z.array(RunStep),
})
export type RunAgentDetail = z.infer<typeof RunAgentDetail>

/** What a part of a run's sums consists of: carriers, agents, or single entries; their amounts add up to it. */
export const RunPart = z.object({
  amount: Amount,
  steps: z.array(
    RunStep.extend({ key: z.string(), agentId: z.number().int().nullable(), carrierId: z.number().int().nullable() }),
  ),
})
export type RunPart = z.infer<typeof RunPart>

/** What an agent's lines of a statement became: the steps add up to what the carrier paid. */
export const StatementDivision = z.object({
  received: Amount,
  steps: z.array(
    RunStep.extend({ key: z.string(), agentId: z.number().int().nullable(), runId: z.number().int().nullable() }),
  ),
})
export type StatementDivision = z.infer<typeof StatementDivision>

/** A row of a line's division. Over all rows of a part `gross` adds up to Received, `agency` to Agency, `amount` to the other parts. */
export const RunPartLine = RunLine.omit({ received: true }).extend({
  agent: z.string().nullable(),
  /** The line's part that pays the month, in one row of it. */
  gross: Amount,
  agency: Amount,
})
export type RunPartLine = z.infer<typeof RunPartLine>
export const RunPartLineQuery = listQuery(runLineSorts, {
  id: Id,
  part: z.enum(lineParts),
  carrierId: NotSet.or(Id).optional(),
  agentId: NotSet.or(Id).optional(),
  policyNumber: TextFilter,
})

const path = '/api/PayRuns'
const reads = { method: 'GET', allow: mayRunPay, audit: { reads: 'payRun' } } as const
const changes = { method: 'POST', allow: mayRunPay, audit: 'own' } as const
const one = z.strictObject({ id: Id })
const ofAgent = z.strictObject({ id: Id, agentId: Id })

export const payRuns = {
  list: route({
    ...reads,
    path,
    summary: 'Pay runs and their corrections, newest month first; Accept pdf, xlsx or csv exports all filtered rows',
    input: PayRunQuery,
    output: page(PayRun),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  one: route({
    ...reads,
    path: `${path}/{id}`,
    summary: 'One pay run with what must hold before it is closed',
    input: one,
    output: PayRunDetail,
  }),
  running: route({
    method: 'GET',
    path: `${path}/running`,
    allow: mayRunPay,
    background: true,
    audit: { nothing: 'an instant' },
    summary: 'Since when a pay run is being started, calculated, closed or reopened, by any user; null while none is',
    input: NoInput,
    output: z.object({ since: z.string().nullable() }),
  }),
  balances: route({
    ...reads,
    audit: { reads: 'payRunAgent' },
    path: `${path}/balances`,
    summary:
      'Opening, earned, paid and carried balance of each agent in each closed run; Accept pdf, xlsx or csv exports all filtered rows',
    input: BalanceQuery,
    output: page(AgentBalance),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  start: route({
    ...changes,
    path,
    summary: 'Start the run of a month as a draft and calculate it',
    input: z.strictObject({ month: MonthText }),
    output: PayRun,
  }),
  calculate: route({
    ...changes,
    path: `${path}/{id}/calculate`,
    summary: 'Calculate a draft again from the stored lines and terms',
    input: one,
    output: PayRun,
  }),
  remove: route({
    ...changes,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a draft',
    input: one,
    output: one,
  }),
  confirm: route({
    ...changes,
    path: `${path}/{id}/statements`,
    summary: 'Confirm that the statements of carriers will not come for the month',
    input: z.strictObject({ id: Id, carrierIds: z.array(Id).min(1).max(1000) }),
    output: PayRunDetail,
  }),
  close: route({
    ...changes,
    path: `${path}/{id}/close`,
    summary: 'Close a draft: its rows are frozen and its payments become an open batch',
    input: z.strictObject({ id: Id, inputHash: z.string().max(64) }),
    output: PayRun,
  }),
  setStatus: route({
    ...changes,
    path: `${path}/{id}/status`,
    summary: 'Set the batch of a closed run to processed, or to paid on a day',
    input: z.discriminatedUnion('status', [
      z.strictObject({ id: Id, status: z.literal('Processed') }),
      z.strictObject({ id: Id, status: z.literal('Paid'), paidOn: CalendarDate }),
    ]),
    output: PayRun,
  }),
  reopen: route({
    ...changes,
    allow: actionRules.reopensPayRuns,
    path: `${path}/{id}/reopen`,
    summary: 'Reopen a closed month: a draft with the differences by the present terms',
    input: z.strictObject({ id: Id, reason: oneLine(500).min(1, 'Reason is required') }),
    output: PayRun,
  }),
  part: route({
    ...reads,
    path: `${path}/{id}/parts/{part}`,
    summary: 'What a part of a run consists of, by carrier, agent or entry; it adds up to the part',
    input: z.strictObject({ id: Id, part: z.enum(runParts) }),
    output: RunPart,
  }),
  ofStatement: route({
    ...reads,
    audit: { reads: 'payRunAgent', of: 'agentId' },
    path: `${path}/statements/{agentId}`,
    summary:
      'What closed pay runs made of an agent’s lines of a carrier’s statement: who was paid, what is held and kept, what waits',
    input: z.strictObject({ agentId: Id, carrierId: Id, month: MonthText }),
    output: StatementDivision,
  }),
  partLines: route({
    ...reads,
    path: `${path}/{id}/lines`,
    summary: 'Lines behind a part of a run, with file and line; Accept pdf, xlsx or csv exports all filtered rows',
    input: RunPartLineQuery,
    output: page(RunPartLine),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  agents: route({
    ...reads,
    audit: { reads: 'payRunAgent' },
    path: `${path}/{id}/agents`,
    summary: 'Amounts of each agent of a run; Accept pdf, xlsx or csv exports all filtered rows',
    input: RunAgentQuery,
    output: page(RunAgent),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  agent: route({
    ...reads,
    audit: { reads: 'payRunAgent', of: 'agentId' },
    path: `${path}/{id}/agents/{agentId}`,
    summary: 'How the payment of one agent comes about, step by step',
    input: ofAgent,
    output: RunAgentDetail,
  }),
  lines: route({
    ...reads,
    audit: { reads: 'payRunAgent', of: 'agentId' },
    path: `${path}/{id}/agents/{agentId}/lines`,
    summary:
      'Lines behind the amount of an agent, with file, line, rule and contract; Accept pdf, xlsx or csv exports all filtered rows',
    input: RunLineQuery,
    output: page(RunLine),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  statement: route({
    ...reads,
    audit: { reads: 'payRunAgent', of: 'agentId' },
    path: `${path}/{id}/agents/{agentId}/statement`,
    summary: 'Statement of an agent for a run, in English or Spanish, as pdf or csv',
    input: z.strictObject({
      id: Id,
      agentId: Id,
      language: z.enum(['en', 'es']).default('en'),
      format: z.enum(['pdf', 'csv']).default('pdf'),
    }),
    // Always a file.
    output: z.never(),
  }),
  journal: route({
    ...reads,
    audit: { reads: 'payRun' },
    path: `${path}/{id}/journal`,
    summary: 'Journal of a closed run as csv, as QuickBooks Online reads it',
    input: one,
    // Always a file.
    output: z.never(),
  }),
}
