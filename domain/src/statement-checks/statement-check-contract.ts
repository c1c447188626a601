import { z } from 'zod'
import { actionRules } from '../access/portal-rules.ts'
import { StatementPeriod } from '../commissions/statement-contract.ts'
import { Confirmation, ConfirmationReason } from '../expected/confirmation.ts'
import { Amount } from '../fields/amount.ts'
import { MonthText } from '../fields/month-text.ts'
import { oneLine } from '../fields/one-line.ts'
import { Id } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { mayRead as mayReadUploads } from '../uploads/upload-contract.ts'
import { LinesRead } from './lines-read.ts'

/** Maximum number of refused rows that a check lists. */
export const maxRefusedRows = 500

/** Row of a statement's file that was refused while loading, until a later file brings it. */
export const RefusedRow = z.object({
  batchId: z.number().int(),
  fileName: z.string(),
  line: z.number().int(),
  /** First problem of the row. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
  policyNumber: z.string().nullable(),
  /** By a person, who says why it needs no loading. */
  setAside: Confirmation.nullable(),
})
export type RefusedRow = z.infer<typeof RefusedRow>

/**
 * What became of the rows of a carrier's statement of a month: `lines` = matched + exceptions + setAside are loaded. `totals` of the
 * files that its lines come from and `refused` are not, of which `waiting` are not set aside.
 */
export const StatementCheck = LinesRead.extend({
  lines: z.number().int(),
  amount: Amount,
  waiting: z.number().int(),
  /** The waiting ones first; at most `maxRefusedRows`. */
  refusedRows: z.array(RefusedRow),
  /** What it should pay and does not is missing; before that it is not due yet (rule 8). */
  hasCome: z.boolean(),
  /** By a person, that nothing else of it will come. */
  confirmation: Confirmation.extend({
    /** Loaded lines that the person saw; it holds while the statement has as many. */
    lines: z.number().int(),
    holds: z.boolean(),
  }).nullable(),
})
export type StatementCheck = z.infer<typeof StatementCheck>

const OneRow = z.strictObject({ batchId: Id, line: z.coerce.number<number | string>().int().min(1) })

const path = '/api/StatementChecks'
const changes = { allow: actionRules.runStatements, audit: 'own', output: StatementCheck } as const

export const statementChecks = {
  one: route({
    method: 'GET',
    path,
    allow: actionRules.runStatements,
    audit: { nothing: 'counts, sums and refused cells, without persons' },
    summary: 'What became of the lines of a carrier’s statement of a month, and whether it is whole',
    input: StatementPeriod,
    output: StatementCheck,
  }),
  lines: route({
    method: 'GET',
    path: `${path}/lines`,
    allow: actionRules.runStatements,
    audit: { nothing: 'counts, without persons' },
    summary: 'What became of the lines of all statements, or of those of a carrier and some months',
    input: z.strictObject({
      carrierId: Id.optional(),
      monthFrom: MonthText.optional(),
      monthTo: MonthText.optional(),
    }),
    output: LinesRead,
  }),
  ofFile: route({
    method: 'GET',
    path: `${path}/files/{batchId}`,
    allow: mayReadUploads,
    audit: { nothing: 'counts, without persons' },
    summary: 'What became of the rows of a loaded statement; null for files of policies, and once it is undone',
    input: z.strictObject({ batchId: Id }),
    output: LinesRead.nullable(),
  }),
  confirm: route({
    ...changes,
    method: 'POST',
    path,
    summary: 'Confirm that a statement is whole: nothing else of it will come',
    input: StatementPeriod.extend({ reason: ConfirmationReason }),
  }),
  withdraw: route({
    ...changes,
    method: 'DELETE',
    path,
    summary: 'Take back that a statement is whole',
    input: StatementPeriod,
  }),
  setAside: route({
    ...changes,
    method: 'POST',
    path: `${path}/refused`,
    summary: 'Say why refused rows of a statement need no loading; without `batchId` and `line` all that wait',
    input: OneRow.partial().extend({ ...StatementPeriod.shape, reason: oneLine(200).min(1, 'Reason is required') }),
  }),
  putBack: route({
    ...changes,
    method: 'DELETE',
    path: `${path}/refused`,
    summary: 'Take back that a refused row needs no loading',
    input: OneRow.extend(StatementPeriod.shape),
  }),
}
