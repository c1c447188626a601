import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { RateTimeline } from '../rates/rate-timeline.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import css from './agents.module.css'

/** Rates of the agent by carrier, past and present; edited on the rates page. */
export function AgentRates({ agentId }: { agentId: number }) {
  const { data, failureReason, refetch } = useQuery(apiQuery(rates.list, { agentId, pageSize: 500, sort: 'agent' }))
  const navigate = useNavigate()
  const large = usePhone()
  if (!data && failureReason)
    return <FailedState title="Couldn't load rates." why={failureMessage(failureReason)} retry={() => void refetch()} />
  return (
    <>
      {!data ? (
        <div className={css.skeleton} role="status" aria-label="Loading the rates">
          {[80, 64, 72].map((width) => (
            <SkeletonBar key={width} width={`${width}%`} height={18} />
          ))}
        </div>
      ) : data.data.length === 0 ? (
        <EmptyState title="No Data" why="This agent has no rates yet." />
      ) : (
        <RateTimeline rates={data.data} today={todayIn(new Date())} />
      )}
      <div>
        <Button size={large ? 'xl' : 'sm'} onClick={() => void navigate({ to: paths.ratesOf(agentId) })}>
          Change rates
        </Button>
      </div>
    </>
  )
}
