import { useMemo } from 'react'
import { type BulkQuestion, noValue } from '../bulk/bulk-form.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { searchCustomerAgents, useCustomerAgents } from './customer-choices.ts'

const nobody: Choice = { value: noValue, label: 'Unassigned' }

/** Agents for a bulk assignment; Unassigned comes first while nothing is typed. */
async function searchAgentsOrNobody(typed: string): Promise<readonly Choice[]> {
  const found = await searchCustomerAgents(typed)
  return typed === '' ? [nobody, ...found] : found
}

/** Bulk assignment of customers or contacts; undefined if the user can manage at most one agent's records. */
export function useAgentQuestion(action: 'customer.agent' | 'contact.agent', title: string): BulkQuestion | undefined {
  const chooses = useCustomerAgents().length > 1
  return useMemo(
    () =>
      chooses
        ? {
            action,
            title,
            label: 'Agent',
            source: { search: searchAgentsOrNobody },
            none: 'Unassigned',
            verb: 'Assign',
          }
        : undefined,
    [chooses, action, title],
  )
}

/** Bulk actions on customers. */
export function useCustomerQuestions(statuses: readonly Choice[]): readonly BulkQuestion[] {
  const agent = useAgentQuestion('customer.agent', 'Assign customers')
  return useMemo(
    () => [
      ...(agent ? [agent] : []),
      {
        ...{ action: 'customer.status', title: 'Change Status', label: 'New status', none: 'None', comment: true },
        source: { choices: statuses },
        verb: 'Change the status of',
      },
    ],
    [agent, statuses],
  )
}
