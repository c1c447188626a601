import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { ConversationMessage, ConversationWay } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { Tone } from '../ui/basics/list-column.ts'

export const channelWords = {
  sms: { short: 'Text', send: 'Send text', wantsNone: 'Stop texts' },
  email: { short: 'Email', send: 'Send email', wantsNone: 'Stop emails' },
} as const

type Way = Pick<ConversationWay, 'channel' | 'address'>

/** Formatted phone number, or the address as is. */
export function showAddress({ channel, address }: Way): string {
  return channel === 'sms' ? showPhone(address) : address
}

/** Select value of a contact method. */
export const wayKey = ({ channel, address }: Way) => `${channel} ${address}`

/** Delivery state of a message in words. */
export const stateWords: Readonly<Record<ConversationMessage['state'], { word: string; tone: Tone }>> = {
  received: { word: 'Received', tone: 'grey' },
  queued: { word: 'Queued', tone: 'blue' },
  sent: { word: 'Sent', tone: 'green' },
  failed: { word: 'Failed', tone: 'red' },
  outbox: { word: 'In the outbox of this demo', tone: 'grey' },
}
