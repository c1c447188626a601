import { planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { coverageOfPlans, searchDirectory } from './directory/read-directory.ts'
import { listPlans, onePlan, planCounties, quoteOnePlan, quotePlans } from './read-plans.ts'

export function planRoutes(on: Bind): void {
  on(plans.list, listPlans)
  on(plans.one, onePlan)
  on(plans.quote, quotePlans)
  on(plans.counties, planCounties)
  on(plans.quoteOne, quoteOnePlan)
  on(planDirectory.search, searchDirectory)
  on(planDirectory.coverage, coverageOfPlans)
}
