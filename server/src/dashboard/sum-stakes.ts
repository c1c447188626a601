import type { AtStake } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { stakeAgeOf, stakeAges } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { groupList, sumList } from '../platform/lists/list-sums.ts'
import { varianceList } from '../variances/variance-list.ts'

interface Group {
  carrierId: number
  month: string
  stake: string
}

/** What carriers owe by carrier and age, and what was recovered: sums of the list of variances with the filters behind each figure. */
export async function sumStakes(
  db: Db,
  visibility: Visibility,
  { agentId, today }: { agentId?: number | undefined; today: string },
): Promise<AtStake> {
  const request = { ...(agentId === undefined ? {} : { agentId }), pageNumber: 1, pageSize: 1 }
  const groups = await groupList<Group>(
    db,
    varianceList(),
    {
      columns: { carrierId: 'v.carrier_id', month: 'v.month::text', stake: 'sum(v.stake)::numeric(16, 2)::text' },
      by: ['carrierId', 'month'],
    },
    { ...request, owed: 'yes' },
    visibility,
  )
  const { recovered } = await sumList(
    db,
    varianceList({ state: 'closed' }),
    { recovered: 'coalesce(sum(v.recovered), 0)::numeric(16, 2)::text' },
    { ...request, state: 'closed' },
    visibility,
  )
  const byCarrier = Map.groupBy(groups, ({ carrierId }) => carrierId)
  const names = await db.selectFrom('carriers').select(['id', 'name']).orderBy('name').orderBy('id').execute()
  const carriers = names.flatMap(({ id, name }) => {
    const own = byCarrier.get(id)
    return own ? [{ carrierId: id, carrierName: name, ages: agesOf(own, today) }] : []
  })
  return { carriers, recovered }
}

function agesOf(groups: readonly Group[], today: string): string[] {
  const sums = stakeAges(today).map(() => 0)
  for (const { month, stake } of groups) {
    const age = stakeAgeOf(month, today)
    sums[age] = (sums[age] ?? 0) + (cents(stake) ?? 0)
  }
  return sums.map(amountOf)
}
