import { useMemo } from 'react'
import { type BulkQuestion, noValue } from '../bulk/bulk-form.tsx'
import type { Choice } from '../ui/choices/choice.ts'
import { searchCustomerAgents, useCustomerAgents } from './customer-choices.ts'

const nobody: Choice = { value: noValue, label: 'Unassigned' }

/** Agents for an assignment of many, found by what is typed; nobody stands first where nothing is typed. */
async function searchAgentsOrNobody(typed: string): Promise<readonly Choice[]> {
  const found = await searchCustomerAgents(typed)
  return typed === '' ? [nobody, ...found] : found
}

/** Whose customers or clients the selected people are to be; nothing for who may keep those of one agent at most. */
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

/** What can be set of many customers. */
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
