import type {
  DisputeDelivery,
  DisputeOutcome,
  DisputeRow,
  DisputeState,
} from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Tone } from '../ui/basics/list-column.ts'

export const stateWords: Readonly<Record<DisputeState, string>> = { open: 'Not sent', sent: 'Sent', decided: 'Decided' }
export const outcomeWords: Readonly<Record<DisputeOutcome, string>> = {
  paid: 'Paid',
  'partly paid': 'Partly paid',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
}
const outcomeTones: Readonly<Record<DisputeOutcome, Tone>> = {
  paid: 'green',
  'partly paid': 'amber',
  denied: 'red',
  withdrawn: 'grey',
}

/** Where a dispute stands: its outcome, once there is one. */
export function standingOf({ state, outcome }: DisputeRow): { label: string; tone: Tone } {
  if (outcome) return { label: outcomeWords[outcome], tone: outcomeTones[outcome] }
  return { label: stateWords[state], tone: state === 'sent' ? 'violet' : 'grey' }
}

export const disputeName = ({ id, carrier }: DisputeRow) => `Dispute ${id}, ${carrier}`

/** When and to whom a dispute was sent, and whether its email arrived. */
export function sentInWords({ sentOn, sentTo }: DisputeRow, delivery: DisputeDelivery | undefined): string {
  const sent = `${showDate(sentOn)} to ${sentTo}`
  if (delivery?.recipient !== sentTo) return sent
  if (delivery.state === 'waiting') return `${sent}, waiting for the mail server`
  return delivery.state === 'failed' ? `${sent}, not delivered: check the address and email it again` : sent
}
