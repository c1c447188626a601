import { z } from 'zod'
import { actionRules, sectionRules } from '../access/portal-rules.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { Id, IdOrNone, listQuery, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { ImportRun, UploadInput, UploadPeriod } from '../uploads/upload-contract.ts'
import { commissionKinds } from './commission-csv.ts'

const mayRunStatements = actionRules.runStatements

/** Filters of commissions/manage (STMT-08): all columns but the amount. `month` is MM/YYYY, `year` a whole year. */
export const StatementLineFilters = listQuery(['month'], {
  /** 0: lines without an agent. */
  agentId: IdOrNone.optional(),
  carrierId: Id.optional(),
  policyId: Id.optional(),
  policyNumber: TextFilter,
  insured: TextFilter,
  month: MonthText.optional(),
  year: z.coerce.number<number | string>().int().min(1990).max(2100).optional(),
})
export type StatementLineFilters = z.infer<typeof StatementLineFilters>

/** Line of a carrier's statement (STMT-16) with its source. Amounts are the agency's or the agent's (decision 141). */
export const StatementLine = z.object({
  id: z.number().int(),
  agentId: z.number().int().nullable(),
  /** Null while the line belongs to none of the agency's agents. */
  agentName: z.string().nullable(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  policyNumber: z.string(),
  policyId: z.number().int().nullable(),
  insuredName: z.string().nullable(),
  commissionMonth: z.number().int(),
  commissionYear: z.number().int(),
  /** Null without a rate: not rated. */
  commissionAmount: Amount.nullable(),
  members: z.number().int().nullable(),
  kind: z.enum(commissionKinds),
  /** How the line found its policy, with the confidence in percent (money.md 6); both null for lines without one. */
  matchedBy: z.string().nullable(),
  confidence: z.number().int().nullable(),
  /** File and line that last set it; null for lines older than stored files. */
  fileName: z.string().nullable(),
  line: z.number().int().nullable(),
  /** Upload of that file. */
  batchId: z.number().int().nullable(),
})
export type StatementLine = z.infer<typeof StatementLine>

/**
 * What a received amount consists of, and which of it other screens show: Statement has `pay` + `agency` for the office, and `pay` for
 * the agents. The three amounts add up to it.
 */
export const ReceivedParts = z.object({
  /** The agents' pay by contracts, splits and rates; of lines in closed runs what they paid. */
  pay: Amount,
  /** The agency's part of lines that have an agent, with lines that have no contract or rate. */
  agency: Amount,
  /** Lines with an agent and without a contract or rate. */
  noRate: z.number().int(),
  /** Of lines without an agent. */
  noAgent: Amount,
})
export type ReceivedParts = z.infer<typeof ReceivedParts>

/** Members and money of all filtered lines, to the cent; `notRated` lines are not in it. */
export const StatementTotals = z.object({
  amountMembers: z.number().int(),
  commissionAmount: Amount,
  notRated: z.number().int(),
  /** Null for readers of pay. */
  parts: ReceivedParts.nullable(),
})
export type StatementTotals = z.infer<typeof StatementTotals>

/** Column names of a statement: the standard ones, or those of the carrier's profile. */
export const csvFormats = ['Standard', 'Carrier'] as const

export const StatementPeriod = UploadPeriod
export type StatementPeriod = z.output<typeof StatementPeriod>

/** Parameters of a statement's file; all but the first two are the period (STMT-09). */
export const StatementUpload = UploadPeriod.extend({
  csvFormat: z.enum(csvFormats),
  fileName: UploadInput.shape.fileName,
  mapping: UploadInput.shape.mapping,
  values: UploadInput.shape.values,
  headingLine: UploadInput.shape.headingLine,
  runId: UploadInput.shape.runId,
  /** Previews the file without importing it. */
  dryRun: UploadInput.shape.loadGoodRows,
  loadGoodRows: UploadInput.shape.loadGoodRows,
  /** Every row is another payment; otherwise a payment that is already loaded counts once. */
  onTop: UploadInput.shape.loadGoodRows,
  /** Deletes the loaded statement of the carrier and month at the same time. */
  replace: UploadInput.shape.loadGoodRows,
})

/** Statements imported for one carrier and month. */
export const StandingStatement = z.object({
  records: z.number().int(),
  agents: z.number().int(),
  members: z.number().int(),
  amount: Amount,
})
export type StandingStatement = z.infer<typeof StandingStatement>

export const statements = {
  lines: route({
    method: 'GET',
    path: '/api/Commissions',
    allow: actionRules.readsLines,
    audit: { reads: 'commission' },
    summary:
      'Lines of the loaded statements that the person may see, each with its policy, how it was matched and the confidence, and the totals of all that the filters let through; Accept xlsx or csv exports all filtered rows',
    input: StatementLineFilters,
    output: page(StatementLine).extend(StatementTotals.shape),
    standby: 'files',
    formats: ['xlsx', 'csv'],
  }),
  load: route({
    method: 'POST',
    path: '/api/Commissions/statements',
    allow: mayRunStatements,
    body: 'file',
    audit: 'own',
    repeat: { never: 'a file is refused when it is loaded a second time, and a run has an id of its own' },
    summary: 'Import a carrier’s statement of a month, all rows or none; dryRun only previews it',
    input: StatementUpload,
    output: ImportRun,
  }),
  standing: route({
    method: 'GET',
    path: '/api/Commissions/statements',
    allow: mayRunStatements,
    audit: { nothing: 'a count and a sum' },
    summary: 'Imported statements of a carrier and month, as a delete would remove them',
    input: StatementPeriod,
    output: StandingStatement,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/Commissions/statements',
    allow: mayRunStatements,
    audit: 'own',
    summary: 'Delete the statements of a carrier and month',
    input: StatementPeriod.extend({
      /** Number of records that the user was shown; nothing is deleted if it has changed. */
      records: z.coerce.number<number | string>().int().optional(),
      amount: Amount.optional(),
    }),
    output: StandingStatement,
  }),
}

/** Sort orders of agents' statements; by default the newest month first, then the largest amount. */
export const agentStatementSorts = ['month', 'agent', 'policies', 'members', 'amount'] as const

export const AgentStatementFilters = listQuery(agentStatementSorts, {
  agentId: Id.optional(),
  carrierId: Id.optional(),
  month: MonthText.optional(),
  monthFrom: MonthText.optional(),
  monthTo: MonthText.optional(),
})
export type AgentStatementFilters = z.infer<typeof AgentStatementFilters>

/** Totals of an agent in a carrier's statements of a month (STMT-17). */
export const AgentStatement = z.object({
  id: z.number().int(),
  agentId: z.number().int(),
  agentName: z.string(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  totalPolicies: z.number().int(),
  totalMembers: z.number().int(),
  /** What the carrier paid the agency, or what the agency pays the agent of it (decision 141); null if no line is rated. */
  amount: Amount.nullable(),
  /** Lines without a rate. */
  notRated: z.number().int(),
  month: z.number().int(),
  year: z.number().int(),
})
export type AgentStatement = z.infer<typeof AgentStatement>

/** Sums of all filtered statements. */
export const AgentStatementTotals = z.object({
  totalAmount: Amount,
  notRated: z.number().int(),
  /** Received for lines without an agent, which are in no statement; null for readers of pay and of one agent. */
  noAgent: Amount.nullable(),
})
export type AgentStatementTotals = z.infer<typeof AgentStatementTotals>

export const agentStatements = {
  list: route({
    method: 'GET',
    path: '/api/agentcommissions',
    allow: sectionRules.Commission.links.Statement,
    audit: { reads: 'agent statement' },
    summary: 'Statements of the agents visible to the user; Accept pdf or csv downloads all filtered rows',
    input: AgentStatementFilters,
    output: page(AgentStatement).extend(AgentStatementTotals.shape),
    standby: 'files',
    formats: ['pdf', 'csv'],
  }),
}
