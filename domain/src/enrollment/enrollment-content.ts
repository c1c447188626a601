/** A group as it is sent: who, in which plan, at which price, with which credit. */
export interface SentGroup {
  applicants: readonly string[]
  plan: { id: string; premium: string }
  aptc_selected: string
}

/** Text that is the same for two enrollments exactly when the same is sent: the order of people and groups doesn't matter. */
export function enrollmentContent(appId: string, groups: readonly SentGroup[]): string {
  const sent = groups.map(({ applicants, plan, aptc_selected }) =>
    JSON.stringify([[...applicants].sort(), plan.id, cents(plan.premium), cents(aptc_selected)]),
  )
  return JSON.stringify([appId, sent.sort()])
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
