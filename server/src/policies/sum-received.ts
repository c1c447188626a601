import type { PoliciesReceived, PolicyQuery } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { sumList } from '../platform/lists/list-sums.ts'
import { policyList } from './policy-list.ts'

/** Twelve months as one amount; unnesting them takes 1.8 times as long. */
const yearAmount = Array.from({ length: 12 }, (_, at) => `coalesce(y.months[${at + 1}], 0)`).join(' + ')

/**
 * Sum of the months of a year over all policies that match, as the list shows them: what carriers paid, or the pay of
 * `payAgents`.
 */
export async function sumReceived(
  db: Db,
  filters: Omit<PolicyQuery, 'pageNumber' | 'pageSize' | 'sort' | 'order'>,
  visibility: Visibility,
  { year, payAgents }: { year: number; payAgents: readonly number[] | null },
): Promise<PoliciesReceived> {
  const paid = `policies p join commission_years y on y.policy_id = p.id and y.year = ${year}`
  const pay = `policies p join commission_tracks k on k.carrier_id = p.carrier_id and k.policy_number = p.policy_number
      and k.year = ${year} and k.agent_id = p.agent_id and k.agent_id = any('{${payAgents?.join() ?? ''}}'::bigint[])
      and not k.expected_only`
  const sums = await sumList(
    db,
    { ...policyList, table: payAgents ? pay : paid },
    {
      totalAmount: `coalesce(sum(${payAgents ? 'k.pay_total' : yearAmount}), 0)::numeric(18, 2)::text`,
      notRated: payAgents ? `coalesce(sum(cardinality(k.unrated_months)), 0)::text` : `'0'`,
    },
    { ...filters, pageNumber: 1, pageSize: 1 },
    visibility,
  )
  return { totalAmount: sums.totalAmount, notRated: Number(sums.notRated) }
}
