/** Sort orders of plans (PLAN-15); the premium is the one after the credit. */
export const planSorts = ['premium', 'deductible', 'quality_rating'] as const
export type PlanSort = (typeof planSorts)[number]
