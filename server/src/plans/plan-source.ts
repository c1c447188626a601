import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { filePlans } from './files/file-plans.ts'
import { findPlanFiles } from './files/find-plan-files.ts'

/** Where the plans of a question come from. */
export interface PlanSource extends Pick<Exchange, 'plans' | 'plan'> {
  /** The plans are made up for practice. */
  invented: boolean
  /** Asked over a network, so that copies are kept for when it does not respond. */
  isRemote: boolean
}

/**
 * Source of the plans of a year and state: the Marketplace API of CMS, where it is set up and the state is on HealthCare.gov;
 * then the loaded files of the year, of the state's own exchange or of HealthCare.gov; then the exchange itself, whose built-in
 * sandbox invents plans.
 */
export async function planSourceFor(
  { db, services }: Pick<Call, 'db' | 'services'>,
  { year, state }: { year: number; state: string | null },
): Promise<PlanSource> {
  const { cmsPlans, exchange } = services
  if (cmsPlans && (state === null || isOnHealthCareGov(state, year)))
    return { ...cmsPlans, invented: false, isRemote: true }
  const files = await findPlanFiles(db, year, state)
  if (cmsPlans || files.plans !== undefined) return { ...filePlans(db, files), invented: false, isRemote: false }
  const isSandbox = exchange.health === null
  return {
    plans: (question, signal) => exchange.plans(question, signal),
    plan: (planId, question, signal) => exchange.plan(planId, question, signal),
    invented: isSandbox,
    isRemote: !isSandbox,
  }
}

function isOnHealthCareGov(state: string, year: number): boolean {
  const exchange = rowFor(stateExchanges, state, year)
  return exchange !== undefined && exchange.type !== 'state-based'
}
