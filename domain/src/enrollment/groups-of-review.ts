import { cents } from '../fields/amount.ts'
import type { EnrollmentReview } from './enrollment-contract.ts'
import type { Enrollee, EnrollmentGroup } from './enrollment-groups.ts'
import { holdEachOnce } from './enrollment-groups.ts'

/** The groups that a review shows, to go on with them; null when they no longer hold each applicant once. */
export function groupsOfReview(
  enrollees: readonly Enrollee[],
  { groups }: Pick<EnrollmentReview, 'groups'>,
): readonly EnrollmentGroup[] | null {
  if (groups.length === 0 || !holdEachOnce(enrollees, groups)) return null
  return groups.map(({ applicants, plan, aptc_selected }, place) => ({
    id: place + 1,
    applicants,
    plan: {
      id: plan.id,
      name: plan.name,
      issuer: plan.issuer,
      premiumCents: cents(plan.premium) ?? 0,
      creditableCents: cents(plan.creditable) ?? 0,
    },
    aptcCents: cents(aptc_selected) ?? 0,
  }))
}
