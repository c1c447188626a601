import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'

interface SellingWarningProps {
  agentId: number
  /** Without one only what holds everywhere is looked at. */
  stateId: number | null
  /** Without one no appointment is asked for. */
  carrierId?: number | undefined
  /** Who it is, where more than one may be meant. */
  agent?: string | undefined
}

/** What stands against an agent who is about to be put on something (`maySell`), in one line; nothing when nothing does. */
export function SellingWarning({ agentId, stateId, carrierId, agent }: SellingWarningProps) {
  const about = { ...(stateId === null ? {} : { stateId }), ...(carrierId === undefined ? {} : { carrierId }) }
  const { data } = useQuery(apiQuery(agents.authority, { id: agentId, ...about }))
  if (!data || data.may) return null
  return (
    <NoticeLine tone="amber">
      {agent ? `${agent}: ` : ''}
      {data.reasons.join('. ')}.
    </NoticeLine>
  )
}
