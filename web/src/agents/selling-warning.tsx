import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import { NoticeLine } from '../ui/page/notice-line.tsx'

interface SellingWarningProps {
  agentId: number
  /** Without it, only rules that apply in every state are checked. */
  stateId: number | null
  /** Without it, appointments aren't checked. */
  carrierId?: number | undefined
  /** Agent's name, where several agents may be meant. */
  agent?: string | undefined
}

/** Says in one line why the agent can't sell here, or what is not known (`maySell`); renders nothing otherwise. */
export function SellingWarning({ agentId, stateId, carrierId, agent }: SellingWarningProps) {
  const about = { ...(stateId === null ? {} : { stateId }), ...(carrierId === undefined ? {} : { carrierId }) }
  const { data } = useQuery(apiQuery(agents.authority, { id: agentId, ...about }))
  const said = data && [...data.reasons, ...data.unknown]
  if (!said || said.length === 0) return null
  return (
    <NoticeLine tone="amber">
      {agent ? `${agent}: ` : ''}
      {said.join('. ')}.
    </NoticeLine>
  )
}
