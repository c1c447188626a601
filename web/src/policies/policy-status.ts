import type { PolicyStatus } from '@coverdesk/domain/policies/policy-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

/** The colour of a policy's state; the word always stands beside it. */
export const policyTones: Record<PolicyStatus, Tone> = {
  Active: 'green',
  Pending: 'amber',
  Terminated: 'grey',
  Cancelled: 'red',
}
