import { type AgentDetail, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { Opening } from '../platform/address/address-dialog.ts'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/api/query.ts'
import type { AgentDialog } from './agent-address.ts'

/** Agent of the dialog; fetched each time it opens and not refetched while the user types. */
export function useDialogAgent({ dialog, id = 0, nth }: Opening<AgentDialog>) {
  const { data, failureReason, refetch } = useQuery<AgentDetail>({
    queryKey: keyOf(agents.one, { id }, nth),
    queryFn: ({ signal }) => call(agents.one, { id }, signal),
    enabled: dialog === 'edit' && id > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const reload = async () => (await refetch()).data
  return { agent: dialog === 'edit' ? data : undefined, failure: data ? null : failureReason, reload }
}
