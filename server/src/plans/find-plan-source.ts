import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { withTimeout } from '../marketplace/exchange/exchange-requests.ts'
import type { Call } from '../platform/http/http-call.ts'
import type { Exchange } from '../platform/integrations/exchange.ts'
import { filePlans } from './files/file-plans.ts'
import { findPlanFiles, type PlanFileIds } from './files/find-plan-files.ts'
import type { PlanSource } from './plan-source.ts'
import { readPlan, readPlans } from './read-plan-answer.ts'

/**
 * Source of the plans of a year and state: the Marketplace API of CMS, where it is set up and the state is on HealthCare.gov;
 * then the loaded files of the year, which also answer while that API does not, of the state's own exchange or of HealthCare.gov; then the exchange itself, whose built-in
 * sandbox invents plans.
 */
export async function findPlanSource(
  { db, services }: Pick<Call, 'db' | 'services'>,
  { year, state }: { year: number; state: string | null },
): Promise<PlanSource> {
  const { cmsPlans, exchange } = services
  const fromFiles = (files: PlanFileIds): PlanSource => ({
    ...filePlans(db, files),
    invented: false,
    isRemote: false,
    instead: none,
  })
  if (cmsPlans && (state === null || isOnHealthCareGov(state, year))) {
    const instead = async () => {
      const files = await findPlanFiles(db, year, state)
      return files.plans === undefined ? null : fromFiles(files)
    }
    return { ...validated(cmsPlans), invented: false, isRemote: true, instead }
  }
  const files = await findPlanFiles(db, year, state)
  if (cmsPlans || files.plans !== undefined) return fromFiles(files)
  const isSandbox = exchange.health === null
  return { ...validated(exchange), invented: isSandbox, isRemote: !isSandbox, instead: none }
}

const none = async () => null

/** An exchange whose answers are validated; the files were when they were loaded. */
function validated(
  exchange: Pick<Exchange, 'plans' | 'plan' | 'benchmark'>,
): Pick<PlanSource, 'plans' | 'plan' | 'benchmark'> {
  const { benchmark } = exchange
  return {
    ...(benchmark && { benchmark: (question) => withTimeout((signal) => benchmark(question, signal)) }),
    plans: async (question) =>
      readPlans(await withTimeout((signal) => exchange.plans(question, signal))) ?? fail('exchange.no_plans'),
    plan: async (planId, question) => {
      const answer = await withTimeout((signal) => exchange.plan(planId, question, signal))
      return answer === null ? null : (readPlan(planId, answer) ?? fail('exchange.no_plans'))
    },
  }
}

/** Whether a state's plans of a year are sold on HealthCare.gov. */
export function isOnHealthCareGov(state: string, year: number): boolean {
  const exchange = rowFor(stateExchanges, state, year)
  return exchange !== undefined && exchange.type !== 'state-based'
}
