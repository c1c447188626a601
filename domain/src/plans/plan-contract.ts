/**
 * Plans of an exchange (PLAN-01 to PLAN-17, A-088).
 *
 * How enrolment uses this:
 * - `plans.list` and `plans.one` with `appId` price plans for the people of that application. `applicants` names those of one
 *   group, by the `personId` of its applicants, separated by commas; without it they are all applicants. `groupId` only says
 *   for which group of the page the plan is looked for (the server holds no groups, A-092) and comes back unchanged.
 * - The credit is then the exchange's: the sum of these applicants' `aptc.amount` (A-091). Each row has `premium` (before)
 *   and `promo_premium` (after the whole credit, PLAN-13); what an applicant chooses to take of it is enrolment's matter.
 * - On the server, `readPlan(call, { appId, applicants }, planId)` of `server/src/plans/read-plans.ts` gives one plan priced for
 *   given applicants, with the same rights, or fails with `plan.not_found` or `application.not_found`.
 * - On the page, `<PlansPage>` and `<PlanPage>` of `web/src/plans/` take `onChoose` and then show 'Choose'.
 */
import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { Amount } from '../fields/amount.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { ExchangeId } from '../marketplace/marketplace-contract.ts'
import { listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { csrVariants, metalLevels, OfferedPlan, OfferedPlanDetail, PlanId, planTypes } from './plan.ts'
import { planSorts } from './plan-sorts.ts'

/** Several values of one filter: the parameter repeated, or once with '|' between them. */
function several<Value extends z.ZodType<unknown, string>>(value: Value) {
  return z
    .union([z.string().max(5000), z.array(z.string()).max(50)])
    .default([])
    .transform((said) => [said].flat().flatMap((one) => one.split('|').filter((part) => part.trim() !== '')))
    .pipe(z.array(value).max(50))
}

const PlanYear = z.coerce.number<number | string>().int().min(2014).max(2100)
/** An amount of money of a year or a month: whole cents at most. */
const Money = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, 'Not an amount'))

const filters = {
  'filter.metal_level': several(z.enum(metalLevels)),
  'filter.issuer': several(z.string().trim().min(1).max(100)),
  'filter.type': several(z.enum(planTypes)),
  /** The most that may be paid a month after the credit. */
  'filter.premium': z.union([NotSet, Money]).optional(),
}

/** Whose plans: those of an application, or of a place; of neither, all that the exchange offers, without premiums. */
const whose = {
  appId: ExchangeId.optional(),
  groupId: z.string().trim().max(50).optional(),
  applicants: z
    .string()
    .max(2000)
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .optional(),
  zipCode: z.union([NotSet, ZipCode]).optional(),
  year: z.union([NotSet, PlanYear]).optional(),
}

const notAge = 'Must be an age'
/** A number, or what a form holds of it. */
const Age = z.coerce
  .string<string | number>()
  .regex(/^\d{1,3}$/, notAge)
  .transform(Number)
  .pipe(z.number().max(120, notAge))
/** An amount; null where nothing is. */
const Income = z
  .string()
  .trim()
  .regex(/^(\d{1,8}(\.\d{1,2})?)?$/, 'Not an amount')
  .transform((typed) => typed || null)
  .nullable()

/** Who would be covered, as a visitor tells it: no names, no dates of birth. It travels in the body only (decision 041). */
export const QuoteHousehold = {
  zipCode: ZipCode,
  year: z.union([NotSet, PlanYear]).optional(),
  /** Of everybody on the tax return, a year; null: the visitor would rather not say, and no credit is estimated. */
  income: Income,
  people: z
    .array(
      z.strictObject({
        age: Age,
        relation: z.enum(['self', 'spouse', 'child']),
        /** Looks for a plan; others only count for the tax return. */
        covered: z.boolean(),
      }),
    )
    .min(1)
    .max(12),
}

/** The household alone, as the form of the public page holds it. */
export const Household = z.strictObject(QuoteHousehold)
export type Household = z.output<typeof Household>
export type HouseholdInput = z.input<typeof Household>

const PlanQuery = listQuery(planSorts, { ...whose, ...filters })
export type PlanQuery = z.output<typeof PlanQuery>
const QuoteQuery = listQuery(planSorts, { ...QuoteHousehold, ...filters })
export type QuoteQuery = z.output<typeof QuoteQuery>
export type QuoteInput = z.input<typeof QuoteQuery>

const priced = {
  /** After the credit (PLAN-13). */
  promo_premium: Amount.nullable(),
  /** The greatest of the plan's (PLAN-14). */
  deductible: Amount.nullable(),
  moop: Amount.nullable(),
}
export const PlanRow = OfferedPlan.extend(priced)
export type PlanRow = z.infer<typeof PlanRow>

/** Why an estimate came out as it did; the words stand with the page. */
const Estimate = z.object({
  outcome: z.enum(['credit', 'below-poverty', 'above-limit', 'covered-by-contribution']),
  povertyPercent: z.number().int(),
  /** What the household is expected to pay of the benchmark a month. */
  contribution: Amount.nullable(),
  /** The second lowest silver premium. */
  benchmark: Amount.nullable(),
  /** Of which year the table behind it is. */
  tableYear: z.number().int(),
})

/** For whom and where the plans of an answer are. Holds nothing that names a person. */
export const PlanTerms = z.object({
  year: z.number().int(),
  place: z.object({ zipCode: z.string(), county: z.string(), state: z.string() }).nullable(),
  groupId: z.string().nullable(),
  /** How many the premium is for; null where nobody was named. */
  people: z.number().int().nullable(),
  /** Applicants without a date of birth, whom the premium leaves out. */
  withoutAge: z.number().int(),
  /** A month; null where none is known. */
  credit: Amount.nullable(),
  creditFrom: z.enum(['exchange', 'estimate']).nullable(),
  csr: z.enum(csrVariants).nullable(),
  estimate: Estimate.nullable(),
})
export type PlanTerms = z.infer<typeof PlanTerms>

/** The values of a filter with how many plans each leaves beside the other filters (PLAN-03). */
export const PlanFacet = z.object({
  name: z.enum(['metal_level', 'issuer', 'type']),
  facets: z.array(z.object({ value: z.string(), count: z.number().int() })),
})
export type PlanFacet = z.infer<typeof PlanFacet>

/** Our id of the application whose people the premiums are for, if one was named. */
const OurApplication = z.number().int().nullable()

/** When the exchange said this, where it does not answer now; null: just now. */
const AsOf = z.string().nullable()

export const PlanList = page(PlanRow).extend({
  facets: z.array(PlanFacet),
  /** All that is offered there, before the filters. */
  offered: z.number().int(),
  asOf: AsOf,
  applicationId: OurApplication,
  ranges: z.object({ premiums: z.object({ min: Amount, max: Amount }).nullable() }),
  terms: PlanTerms,
})
export type PlanList = z.infer<typeof PlanList>

/** One plan with everything (PLAN-08). */
export const PlanDetail = OfferedPlanDetail.extend(priced).extend({
  asOf: AsOf,
  applicationId: OurApplication,
  terms: PlanTerms,
})
export type PlanDetail = z.infer<typeof PlanDetail>

const ofNobody = { nothing: 'what an exchange offers, for people without names' } as const
const ofApplication = { reads: 'marketplace-application', about: 'applicationId' } as const

export const plans = {
  list: route({
    method: 'GET',
    path: '/api/Plans',
    allow: anyone,
    knowsWho: true,
    audit: ofApplication,
    summary: 'Plans of a place, or with a session of an application that it may read; with facets (A-088)',
    input: PlanQuery,
    output: PlanList,
  }),
  one: route({
    method: 'GET',
    path: '/api/Plans/{planId}',
    allow: anyone,
    knowsWho: true,
    audit: ofApplication,
    summary: 'One plan, with its premium where a place or an application is named',
    input: z.strictObject({ planId: PlanId, ...whose }),
    output: PlanDetail,
  }),
  quote: route({
    method: 'POST',
    path: '/api/Plans/quote',
    allow: anyone,
    // Calls of people with a session are not counted.
    knowsWho: true,
    audit: ofNobody,
    repeat: { harmless: 'it changes nothing' },
    summary: 'Plans of a place for a household, which the body describes, with its estimated credit',
    input: QuoteQuery,
    output: PlanList,
  }),
  quoteOne: route({
    method: 'POST',
    path: '/api/Plans/{planId}/quote',
    allow: anyone,
    // Calls of people with a session are not counted.
    knowsWho: true,
    audit: ofNobody,
    repeat: { harmless: 'it changes nothing' },
    summary: 'One plan for a household, which the body describes',
    input: z.strictObject({ planId: PlanId, ...QuoteHousehold }),
    output: PlanDetail,
  }),
}
