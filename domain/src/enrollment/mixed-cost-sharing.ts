import type { CsrVariant } from '../eligibility/csr-variants.ts'
import { lowestCsr } from '../plans/plan-price.ts'
import type { Enrollee } from './enrollment-groups.ts'

/** People of one plan who qualify for different cost sharing; all get the least of it (45 CFR 155.305(g)(3)). */
export interface MixedCostSharing {
  common: CsrVariant | null
  /** What the others get in a plan without these people. */
  best: CsrVariant
  without: readonly string[]
}

/** Cost sharing that members of a group lose to each other; null if all qualify for the same. */
export function mixedCostSharing(
  enrollees: readonly Enrollee[],
  applicants: readonly string[],
): MixedCostSharing | null {
  const members = enrollees.filter(({ id }) => applicants.includes(id))
  const common = lowestCsr(members.map(({ csr }) => csr))
  const best = members.reduce((most, { csr }) => (lowestCsr([most, csr]) === most ? csr : most), common)
  if (best === null || best === common) return null
  return { common, best, without: members.flatMap(({ csr, name }) => (csr === best ? [] : [name])) }
}
