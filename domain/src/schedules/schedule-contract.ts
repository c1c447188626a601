import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { metals, productLines, scopes } from '../expected/plan-scope.ts'
import { Amount, amountOf, cents, notAmount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { monthTyped } from '../fields/month-text.ts'
import { oneLine } from '../fields/one-line.ts'
import { stateNames } from '../fields/us-state.ts'
import { RecordChange } from '../history/history-contract.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { route } from '../platform/route.ts'

/** Claim expression for reading schedules, and for changing them. */
export const mayReadSchedules = sectionRules.Commission.links.Schedules
export const mayWriteSchedules = 'agent administrator admin.Statement'

export const scheduleSorts = ['carrier', 'firstMonth', 'amount', 'newest'] as const
export const bases = ['member', 'policy', 'percent', 'flat'] as const
export const businesses = ['new', 'renewal', 'both'] as const

const Year = z.coerce.number<number | string>().int().min(1990).max(2100)
export const ScheduleFilters = listQuery(scheduleSorts, {
  carrierId: NotSet.or(Id).optional(),
  state: TextFilter,
  business: NotSet.or(z.enum(businesses)).optional(),
  year: NotSet.or(Year).optional(),
})
export type ScheduleFilters = z.output<typeof ScheduleFilters>

/** Row of a carrier's commission schedule: what it owes the agency for which policies and months. */
export const ScheduleRowOut = z.object({
  id: z.number().int(),
  version: z.number().int(),
  carrierId: z.number().int(),
  carrierName: z.string(),
  /** Codes; none means all states. */
  states: z.array(z.string()),
  scope: z.enum(scopes),
  /** Product line, metal level or plan name; '' for all plans. */
  scopeValue: z.string(),
  business: z.enum(businesses),
  /** Months, MM/YYYY; without a last one the row goes on. */
  firstMonth: z.string(),
  lastMonth: z.string().nullable(),
  cohortFrom: z.string().nullable(),
  cohortTo: z.string().nullable(),
  membersFrom: z.number().int().nullable(),
  membersTo: z.number().int().nullable(),
  basis: z.enum(bases),
  /** Dollars, or percent of the premium. */
  amount: Amount,
  cap: z.number().int().nullable(),
  commissionable: z.boolean(),
  firstLag: z.number().int(),
  /** Null: the carrier's dispute window. */
  disputeDays: z.number().int().nullable(),
  source: z.string().nullable(),
  /** The document that it was taken from. */
  documentName: z.string().nullable(),
})
export type ScheduleRowOut = z.infer<typeof ScheduleRowOut>

/** Endings of the documents of schedules, and the largest one in bytes. */
export const documentEndings = ['.pdf', '.png', '.jpg', '.jpeg', '.xlsx', '.xls', '.csv'] as const
export const maxDocumentBytes = 10 * 1024 ** 2

const empty = z
  .literal('')
  .or(z.null())
  .transform(() => null)
const optional = <Schema extends z.ZodType>(schema: Schema) => empty.or(schema).default(null)
const wholeFrom = (min: number, max: number, message: string) =>
  z.coerce.number<number | string>({ error: message }).int(message).min(min, message).max(max, message)

const isState = (code: string) => Object.hasOwn(stateNames, code)
const State = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((code, context) => {
    if (!isState(code))
      context.addIssue({ code: 'custom', message: `'${code}' is not the code of a state, such as FL` })
  })

const maxCents = 1_000_000_00
const ScheduleAmount = z
  .union([z.string().max(40), z.number()], { error: 'Amount is required' })
  .transform((given, context) => {
    const typed = String(given).trim()
    const whole = cents(typed)
    if (whole !== null && whole >= 0 && whole <= maxCents) return amountOf(whole)
    const message =
      typed === '' ? 'Amount is required' : whole !== null && whole < 0 ? "Amount can't be negative" : notAmount
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** What a row of a schedule says. */
const fields = {
  states: z
    .array(State)
    .max(60)
    .default([])
    .transform((codes) => [...new Set(codes)].sort()),
  scope: z.enum(scopes).default('all'),
  scopeValue: oneLine(150).default(''),
  business: z.enum(businesses).default('both'),
  firstMonth: monthTyped('First month is required'),
  lastMonth: optional(monthTyped('Must be a month, MM/YYYY')),
  cohortFrom: optional(CalendarDate),
  cohortTo: optional(CalendarDate),
  membersFrom: optional(wholeFrom(1, 99, 'Members from 1 to 99')),
  membersTo: optional(wholeFrom(1, 99, 'Members from 1 to 99')),
  basis: z.enum(bases).default('member'),
  amount: ScheduleAmount,
  cap: optional(wholeFrom(1, 99, 'Members from 1 to 99')),
  commissionable: z.boolean().default(true),
  firstLag: wholeFrom(0, 12, 'Months from 0 to 12').default(0),
  disputeDays: optional(wholeFrom(1, 730, 'Days from 1 to 730')),
  source: optional(oneLine(200)),
}

interface Checked {
  scope: (typeof scopes)[number]
  scopeValue: string
  firstMonth: string
  lastMonth: string | null
  cohortFrom: string | null
  cohortTo: string | null
  membersFrom: number | null
  membersTo: number | null
  basis: (typeof bases)[number]
  amount: string
}

const byYear = (month: string) => month.slice(3) + month.slice(0, 2)
const valuesOf: Readonly<Record<string, readonly string[]>> = { line: productLines, metal: metals }

function checkTogether(row: Checked, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (row.lastMonth !== null && byYear(row.lastMonth) < byYear(row.firstMonth))
    wrong('lastMonth', "Last month can't be before the first")
  if (row.cohortFrom && row.cohortTo && row.cohortTo < row.cohortFrom)
    wrong('cohortTo', "Can't be before the first date")
  if (row.membersFrom && row.membersTo && row.membersTo < row.membersFrom)
    wrong('membersTo', "Can't be less than the fewest members")
  if (row.basis === 'percent' && (cents(row.amount) ?? 0) > 100_00) wrong('amount', 'At most 100 %')
  if (row.scope === 'plan' && row.scopeValue === '') wrong('scopeValue', 'Plan name is required')
  if (valuesOf[row.scope] && !valuesOf[row.scope]?.includes(row.scopeValue)) wrong('scopeValue', 'Not known here')
  if (row.scope === 'all' && row.scopeValue !== '') wrong('scopeValue', 'Only for one plan')
}

const noCarrier = 'Carrier is required'
const carrierId = z.coerce
  .number<number | string>({ error: noCarrier })
  .int(noCarrier)
  .min(1, noCarrier)
  .max(Number.MAX_SAFE_INTEGER, noCarrier)
export const NewScheduleRow = z.strictObject({ carrierId, ...fields }).superRefine(checkTogether)
export type NewScheduleRow = z.output<typeof NewScheduleRow>

/** Edited row: the carrier cannot change. */
export const ScheduleRowEdit = z
  .strictObject({ id: Id, version: z.number().int().min(1), ...fields })
  .superRefine(checkTogether)
export type ScheduleRowEdit = z.output<typeof ScheduleRowEdit>

/** Question of 'Test on a policy': a policy number of a carrier and a month; `members` replaces those of the file. */
export const ScheduleTest = z.strictObject({
  carrierId,
  policyNumber: z.string({ error: 'Policy number is required' }).trim().min(1, 'Policy number is required').max(100),
  month: monthTyped('Month is required'),
  members: optional(wholeFrom(0, 99, 'Members from 0 to 99')),
})

/** What a policy would earn in a month, by which row, and why the others don't apply. */
export const ScheduleTestAnswer = z.object({
  policyId: z.number().int(),
  insuredName: z.string(),
  policyNumber: z.string(),
  planName: z.string().nullable(),
  state: z.string().nullable(),
  members: z.number().int().nullable(),
  /** Null: not rated. */
  amount: Amount.nullable(),
  row: ScheduleRowOut.nullable(),
  /** Conditions of money.md 3 in order, each with its fact. */
  conditions: z.array(z.object({ label: z.string(), holds: z.boolean(), fact: z.string() })),
  others: z.array(z.object({ id: z.number().int(), name: z.string(), why: z.string() })),
  /** The months of its year: MM/YYYY and what is due. */
  year: z.array(z.object({ month: z.string(), amount: Amount })),
})
export type ScheduleTestAnswer = z.infer<typeof ScheduleTestAnswer>

const path = '/api/CommissionSchedules'

export const schedules = {
  list: route({
    method: 'GET',
    path,
    allow: mayReadSchedules,
    audit: { nothing: 'what carriers pay, which are no people' },
    summary: 'Rows of the carriers’ commission schedules; Accept pdf, xlsx or csv exports all filtered rows',
    input: ScheduleFilters,
    output: page(ScheduleRowOut),
    standby: 'files',
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  test: route({
    method: 'GET',
    path: `${path}/test`,
    allow: mayReadSchedules,
    audit: { reads: 'policy', about: 'policyId' },
    summary: 'What a policy would earn in a month, and by which row of the schedule',
    input: ScheduleTest,
    output: ScheduleTestAnswer,
  }),
  create: route({
    method: 'POST',
    path,
    allow: mayWriteSchedules,
    audit: 'own',
    summary: 'A new row of a carrier’s schedule; refused when another row answers for the same policies and months',
    input: NewScheduleRow,
    output: ScheduleRowOut,
  }),
  copy: route({
    method: 'POST',
    path: `${path}/copy`,
    allow: mayWriteSchedules,
    audit: 'own',
    summary: 'Copy the rows of a carrier that end in a year to the year after it, all or none',
    input: z.strictObject({ carrierId, year: Year }),
    output: z.object({ copied: z.number().int() }),
  }),
  edit: route({
    method: 'PUT',
    path: `${path}/{id}`,
    allow: mayWriteSchedules,
    audit: 'own',
    summary: 'Change a row of a schedule',
    input: ScheduleRowEdit,
    output: ScheduleRowOut,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{id}`,
    allow: mayWriteSchedules,
    audit: 'own',
    summary: 'Delete a row of a schedule',
    input: z.strictObject({ id: Id, version: Id }),
    output: z.object({ id: z.number().int() }),
  }),
  one: route({
    method: 'GET',
    path: `${path}/{id}`,
    allow: mayReadSchedules,
    audit: { nothing: 'what carriers pay, which are no people' },
    summary: 'One row of a schedule; may be changed and sent back',
    input: z.strictObject({ id: Id }),
    output: ScheduleRowOut,
  }),
  document: route({
    method: 'GET',
    path: `${path}/{id}/document`,
    allow: mayReadSchedules,
    audit: { nothing: 'what carriers pay, which are no people' },
    summary: 'The document that a row was taken from, always as a download',
    input: z.strictObject({ id: Id }),
    // Always a file.
    output: z.never(),
  }),
  attach: route({
    method: 'POST',
    path: `${path}/{id}/document`,
    allow: mayWriteSchedules,
    audit: 'own',
    summary:
      'Keep a document with a row, or with all rows of the carrier that begin in the same year; replaces the one before',
    input: z.strictObject({
      id: Id,
      wholeYear: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
    }),
    output: z.object({ rows: z.number().int() }),
    body: { form: { file: 'document', largest: maxDocumentBytes } },
  }),
  detach: route({
    method: 'DELETE',
    path: `${path}/{id}/document`,
    allow: mayWriteSchedules,
    audit: 'own',
    summary: 'Take the document off a row',
    input: z.strictObject({ id: Id }),
    output: z.object({ rows: z.number().int() }),
  }),
  history: route({
    method: 'GET',
    path: `${path}/{id}/history`,
    allow: mayReadSchedules,
    audit: { nothing: 'what carriers pay, which are no people' },
    summary: 'Every change of a row, field by field, oldest first',
    input: z.strictObject({ id: Id }),
    output: z.array(RecordChange),
  }),
}
