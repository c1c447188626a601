import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { changeEntries, newestFirst } from '../history/history-entries.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { Timeline } from '../ui/page/timeline.tsx'
import css from './agents.module.css'

/** Change history of an agent, newest first. */
export function AgentHistory({ agentId }: { agentId: number }) {
  const { data, failureReason, refetch } = useQuery({ ...apiQuery(agents.history, { id: agentId }), staleTime: 0 })
  if (data)
    return data.length === 0 ? (
      <EmptyState title="No history yet" why="No changes yet." />
    ) : (
      <Timeline entries={newestFirst(changeEntries(data))} />
    )
  if (failureReason)
    return (
      <FailedState
        title="Couldn't load the history."
        why={failureMessage(failureReason)}
        retry={() => void refetch()}
      />
    )
  return (
    <div className={css.skeleton} role="status" aria-label="Loading the history">
      {[60, 84, 52].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={16} />
      ))}
    </div>
  )
}
