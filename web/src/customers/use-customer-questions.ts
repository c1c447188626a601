import { useMemo } from 'react'
import type { BulkActionForm } from '../bulk/bulk-action-form.ts'
import { noValue } from '../bulk/no-value.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { searchCustomerAgents, useCustomerAgents } from './customer-choices.ts'

const unassigned: Choice = { value: noValue, label: 'Unassigned' }

/** Agents for a bulk assignment; Unassigned comes first while nothing is typed. */
async function searchAgentsOrUnassigned(typed: string): Promise<readonly Choice[]> {
  const found = await searchCustomerAgents(typed)
  return typed === '' ? [unassigned, ...found] : found
}

/** Bulk assignment of customers or contacts; undefined if the user can manage at most one agent's records. */
export function useAgentQuestion(
  action: 'customer.agent' | 'contact.agent',
  title: string,
): BulkActionForm | undefined {
  const chooses = useCustomerAgents().length > 1
  return useMemo(
    () =>
      chooses
        ? {
            action,
            title,
            label: 'Agent',
            source: { search: searchAgentsOrUnassigned },
            none: 'Unassigned',
            verb: 'Assign',
          }
        : undefined,
    [chooses, action, title],
  )
}

/** Bulk actions on customers. */
export function useCustomerQuestions(statuses: readonly Choice[]): readonly BulkActionForm[] {
  const agent = useAgentQuestion('customer.agent', 'Assign customers')
  return useMemo(
    () => [
      ...(agent ? [agent] : []),
      {
        action: 'customer.status',
        title: 'Change Status',
        label: 'New status',
        none: 'None',
        comment: true,
        source: { choices: statuses },
        verb: 'Change the status of',
      },
    ],
    [agent, statuses],
  )
}
