import { healthSherpa } from '@coverdesk/domain/healthsherpa/health-sherpa-contract.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'

/** Says that updates of HealthSherpa match no application, and leads to them. */
export function WaitingUpdates() {
  const { data } = useQuery(apiQuery(healthSherpa.list, { matched: 'no', pageSize: 1 }))
  const count = data?.totalRecords ?? 0
  if (count === 0) return null
  return (
    <NoticeLine
      tone="amber"
      action={
        <Anchor renderRoot={(props) => <Link to={paths.healthSherpa} search={{ matched: 'no' }} {...props} />}>
          Review
        </Anchor>
      }
    >
      {count === 1
        ? 'An update of HealthSherpa matches no application.'
        : `${showCount(count)} updates of HealthSherpa match no application.`}
    </NoticeLine>
  )
}
