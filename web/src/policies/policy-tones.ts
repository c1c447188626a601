import type { PolicyStatus } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** Color of a policy status; always shown with the word. */
export const policyTones: Record<PolicyStatus, Tone> = {
  Active: 'green',
  Pending: 'amber',
  Terminated: 'grey',
  Cancelled: 'red',
}
