import type { AlertKind } from '../alerts/alert-rules.ts'
import type { EmergencyNews } from '../emergency/emergency-contract.ts'
import type { MessageChannel } from '../messages/message-kinds.ts'
import type { AccountStatus } from '../payouts/bank-account-contract.ts'
import type { GrantState } from '../users/rights-grant-contract.ts'

/** Kinds of notifications. */
export const notificationKinds = [
  'message',
  'lead',
  'contact',
  'application',
  'unpaid',
  'lost',
  'pto-request',
  'pto-decision',
  'upload',
  'security-alert',
  'rights',
  'emergency',
  'bank-account',
  'agent-change',
  'policy-status',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Source that shows another agent of record. */
export type AgentSource = 'book' | 'exchange' | 'statement'

/** Number of records assigned to an agent or taken away. */
export interface Assignment {
  count: number
  lost?: true
}

interface DaysOff {
  from: string
  to: string
}

/** Facts for the text of each kind: words and numbers of our own, never personal data. */
export interface NotificationFacts {
  /** `revoked`: consents that the answer STOP revoked. */
  message: { channel: MessageChannel; revoked?: number }
  lead: Assignment
  contact: Assignment
  application: Assignment
  unpaid: Assignment
  lost: Assignment
  /** Days as YYYY-MM-DD. */
  /** `cancelled`: the requester cancelled it after it was approved. */
  'pto-request': DaysOff & { cancelled?: true }
  'pto-decision': DaysOff & { status: string }
  upload: { file: string; state: string }
  'security-alert': { alert: AlertKind }
  rights: { state: GrantState; rights: string }
  emergency: { state: EmergencyNews }
  /** `own`: to the agent whose account it is. */
  'bank-account': { state: AccountStatus; own: boolean }
  /** Policies that a source shows with an agent of others, and the agency's dollars until the end of the year; null for readers of pay. */
  'agent-change': { source: AgentSource; policies: number; stake: string | null }
  /** Status of a policy at HealthSherpa. */
  'policy-status': { status: string }
}
