import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPlans, onePlan, planCounties, quoteOnePlan, quotePlans } from './read-plans.ts'

export function planRoutes(on: Bind): void {
  on(plans.list, listPlans)
  on(plans.one, onePlan)
  on(plans.quote, quotePlans)
  on(plans.counties, planCounties)
  on(plans.quoteOne, quoteOnePlan)
}
