import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { callsOfVariant } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useMemo } from 'react'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { searchAgents } from '../lookups/lookup-choices.ts'
import { useSend } from '../platform/api/query.ts'

/** Assigning the policies of a variant to an agent, and the routes that show the result. */
export function useAssignment(variant: UnpaidVariant) {
  const { assign, list, summary, statuses, history } = callsOfVariant[variant]
  const refreshes = useMemo(() => [list, summary, statuses, history], [list, summary, statuses, history])
  const give = useSend(assign, { refreshes: [...refreshes, bulk[variant].recent] })
  const question: BulkActionForm = {
    action: `${variant}.agent`,
    title: 'Assign',
    label: 'Agent',
    none: 'Agent of record',
    verb: 'Assign',
    source: { search: searchAgents },
    success: 'Assignment done successfully!',
    send: (agentId, records) =>
      give.mutateAsync({
        agentId: agentId ?? 0,
        listIds: records.map(({ id }) => id),
        marks: records.map(({ mark }) => mark),
      }),
  }
  return { question, refreshes }
}
