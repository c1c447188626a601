import { z } from 'zod'
import { actionRules } from '../access/portal-rules.ts'
import { StatementPeriod } from '../commissions/statement-contract.ts'
import { Confirmation, ConfirmationReason } from '../expected/confirmation.ts'
import { Amount } from '../fields/amount.ts'
import { route } from '../platform/route.ts'

/** What became of the lines of a carrier's statement of a month: `lines` = matched + exceptions + setAside. */
export const StatementCheck = z.object({
  lines: z.number().int(),
  amount: Amount,
  matched: z.number().int(),
  exceptions: z.number().int(),
  /** Bonuses, and lines that are none of ours. */
  setAside: z.number().int(),
  /** What it should pay and does not is missing; before that it is not due yet (rule 8). */
  hasCome: z.boolean(),
  /** By a person, that no more of it will come. */
  confirmation: Confirmation.extend({
    /** Loaded lines that the person saw; it holds while the statement has as many. */
    lines: z.number().int(),
    holds: z.boolean(),
  }).nullable(),
})
export type StatementCheck = z.infer<typeof StatementCheck>

const path = '/api/StatementChecks'
const changes = { allow: actionRules.runStatements, audit: 'own', output: StatementCheck } as const

export const statementChecks = {
  one: route({
    method: 'GET',
    path,
    allow: actionRules.runStatements,
    audit: { nothing: 'counts and sums' },
    summary: 'What became of the lines of a carrier’s statement of a month, and whether it is whole',
    input: StatementPeriod,
    output: StatementCheck,
  }),
  confirm: route({
    ...changes,
    method: 'POST',
    path,
    summary: 'Confirm that a statement is whole: no more of it will come',
    input: StatementPeriod.extend({ reason: ConfirmationReason }),
  }),
  withdraw: route({
    ...changes,
    method: 'DELETE',
    path,
    summary: 'Take back that a statement is whole',
    input: StatementPeriod,
  }),
}
