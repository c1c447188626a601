import type { OfferedPlanDetail } from '@coverdesk/domain/plans/plan.ts'
import type { PlanQuestion, StatedBenchmark } from '../platform/integrations/exchange.ts'
import type { ReadPlans } from './read-plan-answer.ts'

/** Where the plans of a question come from. */
export interface PlanSource {
  /** All offered plans, unordered. Fails with a code of `exchange.` without a valid answer in time. */
  plans: (question: PlanQuestion) => Promise<ReadPlans>
  /** The benchmark as the source states it; null where it does not. */
  benchmark?: (question: PlanQuestion) => Promise<StatedBenchmark | null>
  /** Null when the plan is not offered in the year. */
  plan: (planId: string, question: PlanQuestion) => Promise<OfferedPlanDetail | null>
  /** The plans are made up for practice. */
  invented: boolean
  /** Asked over a network, so that copies are kept for when it does not respond. */
  isRemote: boolean
  /** Source that answers instead while this one gives no valid answer; null if there is none. */
  instead: () => Promise<PlanSource | null>
}
