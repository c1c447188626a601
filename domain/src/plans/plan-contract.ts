/**
 * Plans of an exchange (PLAN-01 to PLAN-17, A-088). For enrollment:
 * - `plans.list` and `plans.one` with `appId` price plans for the applicants of that application, or for those whose
 *   `personId`s are in `applicants` (comma-separated). `groupId` is returned unchanged (the server has no groups, A-092).
 * - The credit is then the exchange's: the sum of these applicants' `aptc.amount` (A-091). Each row has `premium` (before)
 *   and `promo_premium` (after the whole credit, PLAN-13).
 */
import { z } from 'zod'
import { anyone } from '../access/claim-expression.ts'
import { csrVariants } from '../eligibility/csr-variants.ts'
import { CountyFips, PlanYear, QuoteHousehold } from '../eligibility/household.ts'
import { creditOutcomes } from '../eligibility/household-credit.ts'
import { confidences } from '../eligibility/tables/year-row.ts'
import { sourcedValues } from '../eligibility/value-sources.ts'
import { ShownSpecial, ShownWindow } from '../enrollment-windows/enrollment-window-contract.ts'
import { Amount, notAmount } from '../fields/amount.ts'
import { ZipCode } from '../fields/zip-code.ts'
import { ExchangeId } from '../marketplace/marketplace-contract.ts'
import { listQuery, NotSet, page } from '../platform/page.ts'
import { route } from '../platform/route.ts'
import { metalLevels, OfferedPlan, OfferedPlanDetail, PlanId, planTypes } from './plan.ts'
import { planSorts } from './plan-sorts.ts'
import { useLevels } from './yearly-cost.ts'

/** Several values of one filter: the parameter repeated, or separated by '|'. */
function several<Value extends z.ZodType<unknown, string>>(value: Value) {
  return z
    .union([z.string().max(5000), z.array(z.string()).max(50)])
    .default([])
    .transform((said) => [said].flat().flatMap((list) => list.split('|').filter((part) => part.trim() !== '')))
    .pipe(z.array(value).max(50))
}

/** Yearly or monthly amount of money in whole cents. */
const Money = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, notAmount))

const filters = {
  'filter.metal_level': several(z.enum(metalLevels)),
  'filter.issuer': several(z.string().trim().min(1).max(100)),
  'filter.type': several(z.enum(planTypes)),
  /** Maximum monthly premium after the credit. */
  'filter.premium': z.union([NotSet, Money]).optional(),
  /** Level of use of the yearly cost that is sorted by. */
  use: z.enum(useLevels).optional(),
}

/** Scope of the plans: an application, a place, or neither, which lists all plans of the exchange without premiums. */
const whose = {
  appId: ExchangeId.optional(),
  groupId: z.string().trim().max(50).optional(),
  applicants: z
    .string()
    .max(2000)
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .optional(),
  zipCode: z.union([NotSet, ZipCode]).optional(),
  countyFips: z.union([NotSet, CountyFips]).optional(),
  year: z.union([NotSet, PlanYear]).optional(),
}

const PlanQuery = listQuery(planSorts, { ...whose, ...filters })
export type PlanQuery = z.output<typeof PlanQuery>
const QuoteQuery = listQuery(planSorts, { ...QuoteHousehold, ...filters })
export type QuoteQuery = z.output<typeof QuoteQuery>
export type QuoteInput = z.input<typeof QuoteQuery>

const priced = {
  /** Premium after the credit (PLAN-13). */
  promo_premium: Amount.nullable(),
  /** Largest of the plan's deductibles (PLAN-14). */
  deductible: Amount.nullable(),
  moop: Amount.nullable(),
  /** Twelve premiums and the costs of one person by level of use; null: not known. */
  yearly_costs: z.object({ low: Amount, medium: Amount, high: Amount }).nullable(),
}

/** Whether the plans are the built-in sandbox's, invented for practice. */
const Invented = z.boolean()

export const PlanRow = OfferedPlan.extend({ ...priced, invented: Invented })
export type PlanRow = z.infer<typeof PlanRow>

/** Eligibility of one person; the page has the texts. */
const MemberResult = z.object({
  /** Place in the people of the question, from 0. */
  place: z.number().int(),
  result: z.enum([
    'credit',
    'program',
    'other-coverage',
    'affordable-offer',
    'coverage-gap',
    'status',
    'status-without-credit',
  ]),
  program: z.string().nullable(),
  /** Limit in percent: of the poverty line for a program, of the household income for an employer's offer. */
  limit: z.number().nullable(),
  /** Year of the limit, which may be earlier than the plan year; null where the limit does not depend on it. */
  limitYear: z.number().int().nullable(),
  confidence: z.enum(confidences).nullable(),
})
export type MemberResult = z.infer<typeof MemberResult>

/** Estimated credit and its calculation; the page has the texts. */
const Estimate = z.object({
  outcome: z.enum([...creditOutcomes, 'no-table', 'not-verified', 'unread-benchmark']),
  /** The federal table that is missing for the year, if any; then there is no estimate. */
  missing: z.object({ table: z.enum(['contribution', 'poverty', 'employer']), year: z.number().int() }).nullable(),
  /** The rule by which there is no credit before the exchange verified the household; then there is no estimate. */
  verification: z.object({ from: z.number().int(), source: z.string(), confidence: z.enum(confidences) }).nullable(),
  members: z.array(MemberResult),
  /** Income in percent of the poverty line of the credit, and of Medicaid and CHIP; each with the year of its guidelines. */
  povertyPercent: z.number().int().nullable(),
  povertyLine: Amount.nullable(),
  povertyYear: z.number().int().nullable(),
  medicaidPercent: z.number().int().nullable(),
  medicaidYear: z.number().int().nullable(),
  /** Expected share of the household income in percent, such as 6.6, and its source. */
  share: z.number().nullable(),
  shareSource: z.string().nullable(),
  /** Where the values behind the result come from, and how sure each is. */
  sources: z.array(
    z.object({
      value: z.enum(sourcedValues),
      year: z.number().int().nullable(),
      source: z.string(),
      confidence: z.enum(confidences),
    }),
  ),
  /** Expected monthly contribution of the household to the benchmark plan. */
  contribution: Amount.nullable(),
  /** Second lowest silver premium for the people with the credit. */
  benchmark: Amount.nullable(),
  creditPeople: z.number().int(),
  /** Cost-sharing reduction of the people with the credit in a plan without the others. */
  creditCsr: z.enum(csrVariants).nullable(),
})
export type Estimate = z.infer<typeof Estimate>

/** Exchange that sells plans at a place. */
const PlaceExchange = z.object({ name: z.string(), site: z.string() })

/** People and place of the plans in an answer, without anything that identifies a person. */
export const PlanTerms = z.object({
  year: z.number().int(),
  place: z.object({ zipCode: z.string(), county: z.string(), state: z.string() }).nullable(),
  groupId: z.string().nullable(),
  /** Number of people in the premium; null without people. */
  people: z.number().int().nullable(),
  /** Applicants without a date of birth, not included in the premium. */
  withoutAge: z.number().int(),
  /** Monthly credit; null if unknown. */
  credit: Amount.nullable(),
  creditFrom: z.enum(['exchange', 'estimate']).nullable(),
  csr: z.enum(csrVariants).nullable(),
  estimate: Estimate.nullable(),
  exchange: PlaceExchange.nullable(),
  /** Open enrollment of that exchange for the year; null where it is not known. */
  window: ShownWindow,
  /** Special enrollment that is open instead; null where none is. */
  special: ShownSpecial.nullable(),
  today: z.string(),
})
export type PlanTerms = z.infer<typeof PlanTerms>

/** Values of a filter with the number of matching plans under the other filters (PLAN-03). */
export const PlanFacet = z.object({
  name: z.enum(['metal_level', 'issuer', 'type']),
  facets: z.array(z.object({ value: z.string(), count: z.number().int() })),
})
export type PlanFacet = z.infer<typeof PlanFacet>

/** Our id of the application whose people the premiums are for, if any. */
const OurApplication = z.number().int().nullable()

/** Time of stored data when the exchange does not respond; null for current data. */
const AsOf = z.string().nullable()

/** The plans are from the loaded plan files of the year because HealthCare.gov was not reached. */
const FilesInstead = z.boolean()

/** Whether doctors and drugs of the plans can be asked for: files of insurers are loaded, or the Marketplace API is set up. */
const Directory = z.object({ providers: z.boolean(), drugs: z.boolean() })

export const PlanList = page(PlanRow).extend({
  facets: z.array(PlanFacet),
  /** Number of plans before the filters. */
  offered: z.number().int(),
  /** Number of plans of the source that could not be read and are left out. */
  unreadable: z.number().int(),
  asOf: AsOf,
  invented: Invented,
  filesInstead: FilesInstead,
  directory: Directory,
  applicationId: OurApplication,
  ranges: z.object({ premiums: z.object({ min: Amount, max: Amount }).nullable() }),
  terms: PlanTerms,
})
export type PlanList = z.infer<typeof PlanList>

/** Plan with all its details (PLAN-08). */
export const PlanDetail = OfferedPlanDetail.extend(priced).extend({
  asOf: AsOf,
  invented: Invented,
  filesInstead: FilesInstead,
  directory: Directory,
  applicationId: OurApplication,
  terms: PlanTerms,
})
export type PlanDetail = z.infer<typeof PlanDetail>

const ofAnonymousQuote = { nothing: 'what an exchange offers, for people without names' } as const
const ofNoOne = { notNeeded: 'it names ages and a place, and no person' } as const
const ofApplication = { reads: 'marketplace-application', about: 'applicationId' } as const

/** A county of a ZIP code. */
export const PlanCounty = z.object({
  fips: z.string(),
  name: z.string(),
  state: z.string(),
  /** Plan year that its exchange offers today. */
  offeredYear: z.number().int(),
  today: z.string(),
})
export type PlanCounty = z.infer<typeof PlanCounty>

export const plans = {
  list: route({
    method: 'GET',
    path: '/api/Plans',
    allow: anyone,
    knowsWho: true,
    audit: ofApplication,
    clientConsent: { of: 'marketplace', scopes: ['apply'] },
    summary: 'Plans of a place, or with a session of a readable application; with facets (A-088)',
    input: PlanQuery,
    output: PlanList,
  }),
  one: route({
    method: 'GET',
    path: '/api/Plans/{planId}',
    allow: anyone,
    knowsWho: true,
    audit: ofApplication,
    clientConsent: { of: 'marketplace', scopes: ['apply'] },
    summary: 'One plan, with its premium for the given place or application',
    input: z.strictObject({ planId: PlanId, ...whose }),
    output: PlanDetail,
  }),
  quote: route({
    method: 'POST',
    path: '/api/Plans/quote',
    allow: anyone,
    // Requests with a session are not rate-limited.
    knowsWho: true,
    audit: ofAnonymousQuote,
    clientConsent: ofNoOne,
    repeat: { harmless: 'it changes nothing' },
    summary: 'Plans of a place for the household in the body, with its estimated credit',
    input: QuoteQuery,
    output: PlanList,
  }),
  counties: route({
    method: 'GET',
    path: '/api/Plans/counties/{zipCode}',
    allow: anyone,
    // Requests with a session are not rate-limited.
    knowsWho: true,
    audit: { nothing: 'public data about places' },
    clientConsent: ofNoOne,
    summary: 'The counties of a ZIP code, of which the person chooses one',
    input: z.strictObject({ zipCode: ZipCode }),
    output: z.array(PlanCounty),
  }),
  quoteOne: route({
    method: 'POST',
    path: '/api/Plans/{planId}/quote',
    allow: anyone,
    // Requests with a session are not rate-limited.
    knowsWho: true,
    audit: ofAnonymousQuote,
    clientConsent: ofNoOne,
    repeat: { harmless: 'it changes nothing' },
    summary: 'One plan for the household in the body',
    input: z.strictObject({ planId: PlanId, ...QuoteHousehold }),
    output: PlanDetail,
  }),
}
