import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { apiQuery } from '../../platform/api/query.ts'
import { NoticeLine } from '../../ui/page/notice-line.tsx'
import { Cell } from './form-cells.tsx'

/**
 * Warning about the agent of an application (`maySell`). It doesn't block submission, since paper forms must be
 * recorded.
 */
export function AgentWarning({ agent, reasons }: { agent: string; reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <NoticeLine tone="amber">
      {agent}: {reasons.join('. ')}.
    </NoticeLine>
  )
}

/** Warning about the current user as agent in the chosen state, as a cell of the form. */
export function OwnAgentWarning() {
  const state = useWatch<OfflineTyped, 'state'>({ name: 'state' })
  const { data } = useQuery({
    ...apiQuery(offline.authority, state ? { state } : {}),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  if (!data || data.may) return null
  return (
    <Cell span={6}>
      <AgentWarning agent="You are the agent of this application" reasons={data.reasons} />
    </Cell>
  )
}
