import { offeredYear } from '@coverdesk/domain/enrollment-windows/enrollment-window.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { PlanDetail, PlanList, PlanQuery, plans, QuoteQuery } from '@coverdesk/domain/plans/plan-contract.ts'
import { type PlanFilters, planPage, rowOf } from '@coverdesk/domain/plans/plan-search.ts'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/rate-limit.ts'
import { knownWindows } from '../enrollment-windows/known-windows.ts'
import { countiesOf } from '../lookups/counties-of.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { directoryOf } from './directory/find-directory.ts'
import { creditFor, estimateCredit } from './estimate-credit.ts'
import {
  type AskForPlans,
  askForPlansOnce,
  fetchPlan,
  fetchPlans,
  type PlanCall,
  type PlansOffer,
} from './fetch-plans.ts'
import { type PlanSubject, type Terms, termsFor, termsOfHousehold } from './plan-terms.ts'

/**
 * Maximum requests per quarter hour from one address without a session; enough for a family that compares several
 * times.
 */
const limit = { limit: 600, minutes: 15 }

/** Rate limits visitors; signed-in users are exempt (P-81). */
async function takeTurnOf({ db, address, caller }: Call): Promise<void> {
  if (!caller) await rateLimit(db, { call: 'plans', caller: callerOf(address), ...limit })
}

/** Plans for an application that the caller can read, for a place, or all plans. */
export const listPlans: Handler<typeof plans.list> = async (call, query) => {
  await takeTurnOf(call)
  const terms = await termsFor(call, query)
  return await pageOf(call, terms.nowhere ? nothing : await fetchPlans(call, terms.question), terms, query)
}

/** One plan, priced if an application or a place is named (PLAN-04). */
export const onePlan: Handler<typeof plans.one> = async (call, { planId, ...whose }) => {
  await takeTurnOf(call)
  return await readPlan(call, whose, planId)
}

const nothing: PlansOffer = {
  offered: [],
  unreadable: 0,
  lacksSilver: false,
  stated: null,
  asOf: null,
  invented: false,
  filesInstead: false,
}

/**
 * One plan with its benefits, priced for applicants of an application or for a place. Fails with `plan.not_found`, and
 * with `application.not_found` if the caller cannot read the application. `asOf` is set if this is a copy because the
 * exchange does not respond.
 */
export async function readPlan(
  call: PlanCall & Pick<Call, 'caller' | 'now'>,
  whose: PlanSubject,
  planId: string,
): Promise<PlanDetail> {
  return await detailOf(call, await termsFor(call, whose), planId)
}

async function detailOf(call: PlanCall, terms: Terms, planId: string): Promise<PlanDetail> {
  const { offered, asOf, invented, filesInstead } = await fetchPlan(call, planId, terms.question)
  return {
    ...rowOf(offered, { creditCents: creditFor(terms, planId), invented }),
    asOf: asOf?.toISOString() ?? null,
    filesInstead,
    directory: await directoryOf(call, terms.shown),
    applicationId: terms.applicationId,
    terms: terms.shown,
  }
}

/**
 * Plans for a household that a visitor describes, with its estimated credit (CONSUMER-09). Cost-sharing reductions do not
 * change premiums, but the plans show them, so they are requested with the estimate's.
 */
export const quotePlans: Handler<typeof plans.quote> = async (call, query) => {
  await takeTurnOf(call)
  const ask = askForPlansOnce(call)
  const terms = await quoteTerms(call, query, ask)
  return await pageOf(call, await ask(terms.question), terms, query)
}

/** One plan for such a household (CONSUMER-10). */
export const quoteOnePlan: Handler<typeof plans.quoteOne> = async (call, { planId, ...household }) => {
  await takeTurnOf(call)
  return await detailOf(call, await quoteTerms(call, household, askForPlansOnce(call)), planId)
}

/** Counties of a ZIP code, which may be several: the person chooses. */
export const planCounties: Handler<typeof plans.counties> = async (call, { zipCode }) => {
  await takeTurnOf(call)
  const today = todayIn(call.now)
  const windows = await knownWindows(call.db)
  const counties = await countiesOf(call.db, zipCode)
  return counties.map((county) => ({ ...county, offeredYear: offeredYear(windows, county.state, today), today }))
}

async function quoteTerms(
  call: Call,
  household: Pick<QuoteQuery, 'zipCode' | 'countyFips' | 'year' | 'event' | 'eventDate' | 'people' | 'income'>,
  ask: AskForPlans,
): Promise<Terms> {
  const today = todayIn(call.now)
  return await estimateCredit(ask, await termsOfHousehold(call.db, household, today), household, today)
}

type Asked = Pick<
  PlanQuery,
  'pageNumber' | 'pageSize' | 'sort' | 'order' | 'use' | `filter.${'metal_level' | 'issuer' | 'type' | 'premium'}`
>

/** One page of the plans, filtered and sorted, with the available filter values. */
async function pageOf(
  call: PlanCall,
  { offered, unreadable, asOf, invented, filesInstead }: PlansOffer,
  terms: Terms,
  request: Asked,
): Promise<PlanList> {
  const { shown, applicationId } = terms
  const rows = offered.map((plan) => rowOf(plan, { creditCents: creditFor(terms, plan.id), invented }))
  const { sort = 'premium', order = 'asc', use, pageNumber, pageSize } = request
  return {
    ...planPage(rows, filtersOf(request), { sort, order, use, pageNumber, pageSize }),
    unreadable,
    asOf: asOf?.toISOString() ?? null,
    invented,
    filesInstead,
    directory: await directoryOf(call, shown),
    applicationId,
    terms: shown,
  }
}

function filtersOf(request: Asked): PlanFilters {
  const upTo = request['filter.premium']
  return {
    metalLevels: request['filter.metal_level'],
    issuers: request['filter.issuer'],
    types: request['filter.type'],
    premiumUpTo: upTo === undefined ? null : cents(upTo),
  }
}
