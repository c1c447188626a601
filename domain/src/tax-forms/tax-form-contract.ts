import { z } from 'zod'
import { sectionRules } from '../access/portal-rules.ts'
import { PostalAddress } from '../agency/postal-address.ts'
import { Amount } from '../fields/amount.ts'
import { CalendarDate } from '../fields/calendar-date.ts'
import { oneLine } from '../fields/one-line.ts'
import { digitsOf } from '../fields/personal-numbers.ts'
import { stateCode } from '../fields/us-state.ts'
import { Dollars, Reason } from '../pay-terms/pay-term-fields.ts'
import { Id, listQuery, NotSet, page, TextFilter } from '../platform/page.ts'
import { NoInput, route } from '../platform/route.ts'

/** Claim expression for the yearly totals, tax facts and limits. */
export const mayRunTaxForms = sectionRules.Commission.links['Tax Forms']

/** Classifications of Form W-9, line 3a, and employees, who get a W-2. */
export const taxClassifications = [
  'individual',
  'c-corporation',
  's-corporation',
  'partnership',
  'trust',
  'llc-c',
  'llc-s',
  'llc-partnership',
  'employee',
] as const
export type TaxClassification = (typeof taxClassifications)[number]

/** A form is due, the year is below the limit, or the agent is a corporation or an employee. Every agent is in one class. */
export const taxClasses = ['form', 'below', 'exempt'] as const

const Year = z.coerce.number<number | string>().int().min(2000).max(2100)

/** What an agent was paid in a year. */
export const TaxYear = z.object({
  id: z.number().int(),
  agent: z.string(),
  npn: z.string().nullable(),
  class: z.enum(taxClasses),
  paid: Amount,
  batches: z.number().int(),
  classification: z.enum(taxClassifications).nullable(),
  legalName: z.string().nullable(),
  tinLast4: z.string().nullable(),
})
export type TaxYear = z.infer<typeof TaxYear>

export const taxYearSorts = ['agent', 'paid'] as const
export const TaxYearQuery = listQuery(taxYearSorts, {
  year: Year,
  name: TextFilter,
  show: NotSet.or(z.enum([...taxClasses, 'incomplete'])).optional(),
})

const classSum = z.object({ agents: z.number().int(), amount: Amount })
/** Sums of a year: forms, below and exempt add up to what was paid. */
export const TaxTotals = z.object({
  year: z.number().int(),
  limit: Amount,
  /** Year from which on the limit holds. */
  limitSince: z.number().int(),
  paid: Amount,
  form: classSum,
  below: classSum,
  exempt: classSum,
  /** Agents with a form and without a W-9. */
  incomplete: z.number().int(),
})
export type TaxTotals = z.infer<typeof TaxTotals>

/** Tax facts of an agent; version 0 before they are entered. The number is never shown. */
export const TaxFacts = z.object({
  agentId: z.number().int(),
  agentName: z.string(),
  version: z.number().int(),
  classification: z.enum(taxClassifications).nullable(),
  legalName: z.string(),
  businessName: z.string(),
  tinKind: z.enum(['ssn', 'ein']).nullable(),
  tinLast4: z.string().nullable(),
  street: z.string(),
  unit: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  signedOn: z.string().nullable(),
})
export type TaxFacts = z.infer<typeof TaxFacts>

const optionalDay = z.preprocess((given) => (given === '' ? null : given), CalendarDate.nullable()).default(null)
const text = (most: number) => oneLine(most).default('')

export const TaxFactsToSave = z
  .strictObject({
    agentId: Id,
    version: z.number().int().min(0),
    classification: z.enum(taxClassifications, { error: 'Tax classification is required' }),
    legalName: text(80),
    businessName: text(80),
    tinKind: z.enum(['ssn', 'ein'], { error: 'Choose SSN or EIN' }).default('ssn'),
    /** Empty keeps the number that is stored. */
    tin: z
      .string()
      .max(20)
      .transform(digitsOf)
      .refine(
        (digits) => digits === '' || (/^\d{9}$/.test(digits) && !/^(\d)\1{8}$/.test(digits)),
        'A tax number has nine digits',
      )
      .default(''),
    street: text(100),
    unit: text(100),
    city: text(60),
    state: text(40).transform((typed) => stateCode(typed) ?? typed),
    zipCode: text(10),
    signedOn: optionalDay,
  })
  .superRefine((facts, context) => {
    if (facts.classification === 'employee') return
    if (facts.legalName === '')
      context.addIssue({ code: 'custom', path: ['legalName'], message: 'Legal name is required, as on the W-9' })
    const { street, unit, city, state, zipCode } = facts
    const address = PostalAddress.safeParse({ street, unit, city, state, zipCode })
    for (const { path, message } of address.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  })
export type TaxFactsToSave = z.output<typeof TaxFactsToSave>

export const TaxLimit = z.object({
  year: z.number().int(),
  amount: Amount,
  reason: z.string(),
  version: z.number().int(),
})
export type TaxLimit = z.infer<typeof TaxLimit>

const reads = { method: 'GET', allow: mayRunTaxForms } as const

export const taxForms = {
  list: route({
    ...reads,
    path: '/api/TaxForms',
    audit: { reads: 'tax-year' },
    summary:
      'What each agent was paid in a year, and whether a 1099-NEC is due; Accept pdf, xlsx or csv exports all filtered rows',
    input: TaxYearQuery,
    output: page(TaxYear),
    formats: ['pdf', 'xlsx', 'csv'],
  }),
  totals: route({
    ...reads,
    path: '/api/TaxForms/{year}',
    audit: { nothing: 'counts and sums of a year' },
    summary: 'Sums of a year: forms, below the limit and exempt add up to what was paid',
    input: z.strictObject({ year: Year }),
    output: TaxTotals,
  }),
  file: route({
    ...reads,
    path: '/api/TaxForms/{year}/file',
    audit: 'own',
    ownPagesOnly: true,
    summary: 'The forms of a year with full tax numbers as csv, for a filing service; refused while a W-9 is missing',
    input: z.strictObject({ year: Year }),
    // Always a file.
    output: z.never(),
  }),
  facts: route({
    ...reads,
    path: '/api/AgentTaxFacts/{agentId}',
    audit: { reads: 'tax-facts', of: 'agentId' },
    summary: 'Tax facts of an agent as on the W-9, without the number; version 0 before they are entered',
    input: z.strictObject({ agentId: Id }),
    output: TaxFacts,
  }),
  saveFacts: route({
    method: 'PUT',
    allow: mayRunTaxForms,
    path: '/api/AgentTaxFacts',
    audit: 'own',
    summary: 'Set the tax facts of an agent as on the W-9',
    input: TaxFactsToSave,
    output: TaxFacts,
  }),
  limits: route({
    ...reads,
    path: '/api/TaxLimits',
    audit: { nothing: 'amounts of the law' },
    summary: 'From which amount on a form is due, by first year, newest first',
    input: NoInput,
    output: z.array(TaxLimit),
  }),
  setLimit: route({
    method: 'PUT',
    allow: mayRunTaxForms,
    path: '/api/TaxLimits',
    audit: 'own',
    summary: 'Set the amount from a year on, with a reason',
    input: z.strictObject({
      year: Year,
      /** 0 for a year without a limit of its own. */
      version: z.number().int().min(0),
      amount: Dollars('Amount', 'positive'),
      reason: Reason,
    }),
    output: z.array(TaxLimit),
  }),
  own: route({
    method: 'GET',
    path: '/api/OwnTaxYears',
    allow: 'agent',
    audit: { nothing: 'the user’s own yearly sums' },
    summary: 'What the user was paid in each year, and whether a form is due',
    input: NoInput,
    output: z.array(z.object({ year: z.number().int(), class: z.enum(taxClasses), paid: Amount })),
  }),
}
