/** Sort orders of plans (PLAN-15); the premium is the one after the credit, the yearly cost that of the chosen level of use. */
export const planSorts = ['premium', 'deductible', 'quality_rating', 'yearly_cost'] as const
export type PlanSort = (typeof planSorts)[number]
