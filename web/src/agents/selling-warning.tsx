import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../platform/query.ts'
import { NoticeLine } from '../ui/notice-line.tsx'

/**
 * What stands against an agent who is about to be put on something (`maySell`), in one line; nothing when nothing does.
 * Without a state only what holds everywhere is looked at.
 */
export function SellingWarning({ agentId, stateId }: { agentId: number; stateId: number | null }) {
  const { data } = useQuery(ask(agents.authority, { id: agentId, ...(stateId === null ? {} : { stateId }) }))
  if (!data || data.may) return null
  return <NoticeLine tone="amber">{data.reasons.join('. ')}.</NoticeLine>
}
